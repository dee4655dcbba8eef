// Vite plugin: adds a brotli and a gzip copy of each compressible file of the build, for servers that send them.
// Invariant: only files that nobody edits after the build have copies, since an edited file would differ from its copy.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folders = ['assets', 'pdfjs'];
/** Fonts, pictures and the like are compressed already. */
const shrinks = /\.(css|js|mjs|json|svg|bcmap|pfb|ttf)$/;
const smallest = 1024;

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

export function compressedCopies() {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir }) {
      const found = await Promise.all(folders.map((folder) => filesIn(join(dir, folder))));
      await Promise.all(found.flat().map(copy));
    },
  };
}

async function filesIn(folder) {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && shrinks.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function copy(file) {
  const bytes = await readFile(file);
  if (bytes.length < smallest) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const copies = [
    [`${file}.br`, await brotlied(bytes, { params })],
    [`${file}.gz`, await gzipped(bytes, { level: 9 })],
  ];
  for (const [name, copied] of copies) if (copied.length < bytes.length) await writeFile(name, copied);
}
