// Gathers a folder of real files to try Muniment with: node scripts/gather-real-files.mjs FOLDER [--small] From the
// machine's own files (documents, pictures, fonts, sounds of installed packages) and files made from them by LibreOffice
// and sharp: over 300 files of over 15 types, about 1 GB, four folders deep, names in six scripts, and difficult ones:
// empty, huge, duplicate, broken, with scripts inside. --small: a hundred files of at most a megabyte.
import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import sharp from 'sharp';

const [target, ...options] = process.argv.slice(2);
if (target === undefined) {
  console.error('No folder given. Usage: node scripts/gather-real-files.mjs FOLDER [--small]');
  process.exit(1);
}
const isSmall = options.includes('--small');
const wantedPerKind = isSmall ? 5 : 30;
const largest = isSmall ? 1_000_000 : 30_000_000;
const kinds = [
  '.pdf',
  '.html',
  '.txt',
  '.md',
  '.png',
  '.jpg',
  '.jpeg',
  '.svg',
  '.gif',
  '.ttf',
  '.otf',
  '.wav',
  '.ogg',
  '.oga',
  '.mp3',
  '.json',
  '.xml',
  '.csv',
  '.py',
  '.gz',
  '.ps',
  '.docx',
  '.odt',
  '.ods',
  '.odp',
  '.xlsx',
  '.pptx',
  '.css',
  '.tiff',
  '.ttc',
  '.rst',
  '.zip',
];
const places = isSmall ? ['/usr/share', 'node_modules'] : ['/usr/share', '/usr/lib', 'node_modules', 'docs'];
const folders = [
  'Deeds/1803–1850/Quay 7–9/Annexes',
  'Actes notariés/Procurations/Été/Pièces',
  'Договоры/Аренда/2024',
  '契約書/賃貸借/二〇二四',
  'عقود/إيجار/قديم',
  'Μητρώο/Συμβόλαια',
  '문서/계약',
  'Überlassung/Fassung 3',
];

let count = 0;
const place = (index) => {
  const folder = join(target, folders[index % folders.length]);
  mkdirSync(folder, { recursive: true });
  return folder;
};
const put = (index, name, bytes) => {
  writeFileSync(join(place(index), name), bytes);
  count++;
};

mkdirSync(join(target, 'Empty folder', 'also empty'), { recursive: true });
copyFound();
if (!isSmall) makeOffice();
await makeAwkward();
console.log(`${count} files in ${target}`);

function copyFound() {
  const left = new Map(kinds.map((kind) => [kind, wantedPerKind]));
  const walk = (folder, depth) => {
    if (depth > 9 || [...left.values()].every((number) => number === 0)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path, depth + 1);
      const kind = extname(entry.name).toLowerCase();
      const wanted = left.get(kind) ?? 0;
      if (!entry.isFile() || wanted === 0) continue;
      const { size } = statSync(path);
      if (size === 0 || size > largest) continue;
      left.set(kind, wanted - 1);
      copyFileSync(path, join(place(count), `${count} ${entry.name}`));
      count++;
    }
  };
  for (const start of places) if (existsSync(start)) walk(start, 0);
}

/** Makes Word, Excel and other files from plain text, if LibreOffice is installed. */
function makeOffice() {
  if (spawnSync('soffice', ['--version']).status !== 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'muniment-office-'));
  writeFileSync(
    join(folder, 'Bail emphytéotique.html'),
    '<h1>Bail emphytéotique</h1><p>Servitude de passage, annexes A à F.</p>'.repeat(40),
  );
  writeFileSync(
    join(folder, 'Budget.csv'),
    Array.from({ length: 400 }, (_, row) => `${row},Quay ${row},${row * 31.5}`).join('\n'),
  );
  const convert = (from, ...formats) => {
    for (const format of formats) {
      spawnSync('soffice', [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        '--convert-to',
        format,
        '--outdir',
        folder,
        join(folder, from),
      ]);
    }
  };
  convert(
    'Bail emphytéotique.html',
    'odt:writer8',
    'docx:MS Word 2007 XML',
    'doc:MS Word 97',
    'pdf:writer_web_pdf_Export',
  );
  convert('Budget.csv', 'ods', 'xlsx', 'xls', 'pdf');
  for (const name of readdirSync(folder)) {
    if (['.odt', '.docx', '.doc', '.ods', '.xlsx', '.xls', '.pdf'].includes(extname(name)))
      put(count, name, readFileSync(join(folder, name)));
  }
  rmSync(folder, { recursive: true, force: true });
}

async function makeAwkward() {
  put(0, 'nothing in it.txt', '');
  put(1, 'twice.txt', 'The same file, twice.\n');
  put(2, 'twice again.txt', 'The same file, twice.\n');
  put(0, 'broken.pdf', `%PDF-1.7\n${'\u0000garbage '.repeat(200)}`);
  const photo = await sharp({
    create: {
      width: isSmall ? 1840 : 7360,
      height: isSmall ? 1360 : 5440,
      channels: 3,
      background: '#7a8b99',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: isSmall ? 20 : 92 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  put(3, isSmall ? 'Façade nord 東京.jpg' : 'Façade nord, 40 MP 東京.jpg', photo);
  put(0, 'broken.jpg', photo.subarray(0, 3000));
  put(
    4,
    'script inside.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="top.hacked=1"><script>top.hacked=1</script><circle cx="45" cy="45" r="40" fill="#245"/></svg>',
  );
  put(
    5,
    'script inside.html',
    '<!doctype html><title>x</title><h1>Heading</h1><img src=x onerror="top.hacked=1"><script>top.hacked=1</script>',
  );
  put(
    6,
    'a name that goes on and on and on, longer than any column would ever be, and says at its very end what matters, annex F.txt',
    'long name',
  );
  put(7, 'reserved & # % ; = + @ [brackets] {braces}.txt', 'reserved characters');
  if (isSmall) return;
  await huge('Point cloud, quays 7–9.e57', 500);
  for (let part = 1; part <= 6; part++) await huge(`Drone flight, part ${part}.bin`, 70);
}

async function huge(name, megabytes) {
  const path = join(place(count), name);
  rmSync(path, { force: true });
  const block = Buffer.alloc(1_000_000);
  for (let written = 0; written < megabytes; written++) appendFileSync(path, randomFillSync(block));
  count++;
}
