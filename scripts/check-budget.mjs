// Fails when the first screen weighs too much: what index.html and the browse page load before anything is pressed,
// as the build's manifest tells it, gzipped. Run it after a build: node scripts/check-budget.mjs [dist]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const limits = { js: 150_000, css: 25_000 };
const firstScreen = ['index.html', 'src/web/features/browse/browse-page.tsx'];

const dist = process.argv[2] ?? 'dist';
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const seen = new Set();
const files = { js: new Set(), css: new Set() };

function visit(key) {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(key)) return;
  seen.add(key);
  if (chunk.file.endsWith('.js')) files.js.add(chunk.file);
  for (const sheet of [chunk.file, ...(chunk.css ?? [])]) if (sheet.endsWith('.css')) files.css.add(sheet);
  for (const next of chunk.imports ?? []) visit(next);
}

const absent = firstScreen.filter((key) => manifest[key] === undefined);
if (absent.length > 0) {
  console.error(
    `Not in the build: ${absent.join(', ')}. Name the first screen's files in scripts/check-budget.mjs.`,
  );
  process.exit(1);
}
for (const key of firstScreen) visit(key);

let over = false;
for (const [kind, limit] of Object.entries(limits)) {
  const weighed = [...files[kind]].map((file) => [file, gzipSync(readFileSync(join(dist, file))).length]);
  const total = weighed.reduce((sum, [, size]) => sum + size, 0);
  console.log(`first screen ${kind}: ${(total / 1000).toFixed(1)} kB of ${limit / 1000} kB gzip`);
  if (total <= limit) continue;
  over = true;
  for (const [file, size] of weighed.sort((a, b) => b[1] - a[1])) console.error(`  ${size} ${file}`);
}
process.exit(over ? 1 : 0);
