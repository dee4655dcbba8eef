// Fails if the first view is too large: everything that loads before the rows of a folder are shown (the files in
// index.html, their imports, and the texts of the longest language), gzipped as the server sends it.
// Run it after a build: node scripts/check-budget.mjs [dist]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const limits = { js: 150_000, css: 25_000 };

const dist = process.argv[2] ?? 'dist';
const page = readFileSync(join(dist, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const files = { js: new Set(), css: new Set() };

/** Adds a file of the page, and its static imports. */
function visit(file) {
  const kind = file.endsWith('.css') ? 'css' : 'js';
  if (files[kind].has(file)) return;
  files[kind].add(file);
  const chunk = Object.values(manifest).find((one) => one.file === file);
  for (const sheet of chunk?.css ?? []) visit(sheet);
  for (const key of chunk?.imports ?? []) visit(manifest[key].file);
}

for (const [, file] of page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)) visit(file);

// The texts of the first view are in the file named only by its language.
const texts = readdirSync(join(dist, 'assets'))
  .filter((name) => /^[a-z]{2}-[\w-]{8}\.js$/.test(name))
  .map((name) => ({
    file: `assets/${name}`,
    size: gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length,
  }));
files.js.add(texts.sort((a, b) => b.size - a.size)[0].file);

let over = false;
for (const [kind, limit] of Object.entries(limits)) {
  const weighed = [...files[kind]].map((file) => [
    file,
    gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  ]);
  const total = weighed.reduce((sum, [, size]) => sum + size, 0);
  console.log(`first view ${kind}: ${(total / 1000).toFixed(1)} kB of ${limit / 1000} kB gzip`);
  if (total <= limit) continue;
  over = true;
  for (const [file, size] of weighed.sort((a, b) => b[1] - a[1])) console.error(`  ${size} ${file}`);
}
process.exit(over ? 1 : 0);
