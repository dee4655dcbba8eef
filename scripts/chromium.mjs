// Finds a Chromium for tests and benches: MUNIMENT_CHROMIUM, the system's, Playwright's own, or else installs one. Prints
// its choice in one line, and writes the path to .cache/chromium.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const note = join(root, '.cache', 'chromium');
// The headless shell first: tests take a quarter less time in it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The path found before; undefined if there is none. */
export function knownChromium() {
  const path = process.env.MUNIMENT_CHROMIUM || (existsSync(note) ? readFileSync(note, 'utf8').trim() : '');
  return path !== '' && isRunnable(path) ? path : undefined;
}

export function findChromium() {
  const [how, path] =
    chosen('MUNIMENT_CHROMIUM', process.env.MUNIMENT_CHROMIUM) ??
    chosen('the system’s', onSystem()) ??
    chosen('Playwright’s', playwrights()) ??
    chosen('Playwright’s, downloaded now', download()) ??
    chosen('installed by apt-get now', install()) ??
    [];
  if (path === undefined) {
    console.error('No Chromium: install one, or name it in MUNIMENT_CHROMIUM.');
    process.exit(1);
  }
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(note, path);
  console.log(`Chromium: ${path} (${how}).`);
  return path;
}

function chosen(how, path) {
  return path !== undefined && path !== '' && isRunnable(path) ? [how, path] : undefined;
}

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onSystem() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere].find(
    isRunnable,
  );
}

function playwrights() {
  const require = createRequire(join(root, 'package.json'));
  return require('playwright').chromium.executablePath();
}

function download() {
  const cli = join(root, 'node_modules', 'playwright', 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  return status === 0 ? playwrights() : undefined;
}

function install() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'ignore' }).status === 0;
  return apt('update') && apt('install', '-y', 'chromium-headless-shell') ? onSystem() : undefined;
}
