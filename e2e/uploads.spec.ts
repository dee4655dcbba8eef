import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, signIn, test } from './fixtures.ts';
import { UploadTray } from './models/upload-tray.ts';
import { Seed } from './seed.ts';
import { startServer } from './server.ts';

let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muniment-files-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const digest = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

async function digests(seed: Seed, path: string): Promise<Record<string, string>> {
  const query = `SELECT * FROM Document WHERE ecm:path STARTSWITH '${path}' AND ecm:mixinType != 'Folderish' AND ecm:isVersion = 0 AND ecm:isTrashed = 0`;
  const found = await seed.json(
    'GET',
    `/search/execute?pageSize=0&query=${encodeURIComponent(query)}`,
    undefined,
    {
      properties: 'dublincore,file',
    },
  );
  const entries = Array.isArray(found.entries) ? found.entries : [];
  return Object.fromEntries(
    entries.map((entry) => [entry.properties['dc:title'], entry.properties['file:content']?.digest ?? null]),
  );
}

test('files picked arrive whole, small and in pieces, and the list shows them', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const big = randomBytes(25_000_000);
  await writeFile(join(folder, 'big.bin'), big);
  await writeFile(join(folder, 'empty.txt'), '');
  await writeFile(join(folder, 'été 東京.txt'), 'accents');
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles(['big.bin', 'empty.txt', 'été 東京.txt'].map((name) => join(folder, name)));
  await expect(tray.heading).toHaveText('3 files uploaded', { timeout: 30_000 });
  await checkAccessibility();
  expect(await digests(seed, workspace.path)).toEqual({
    'big.bin': digest(big),
    'empty.txt': digest(Buffer.from('')),
    'été 東京.txt': digest(Buffer.from('accents')),
  });
  await expect(app.getByRole('row', { name: /big/ })).toBeVisible();
});

test('a picked folder keeps its structure, and system files stay out', async ({ app, seed, workspace }) => {
  const tree = join(folder, 'tree');
  await mkdir(join(tree, 'inner', 'deep'), { recursive: true });
  await writeFile(join(tree, 'top.txt'), 'top');
  await writeFile(join(tree, 'inner', 'deep', 'leaf.txt'), 'leaf');
  await writeFile(join(tree, '.DS_Store'), 'system');
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFolder(tree);
  await expect(tray.heading).toHaveText('2 files uploaded', { timeout: 30_000 });
  await seed.json('GET', `/path${workspace.path}/tree/inner/deep/leaf.txt`);
  expect(Object.keys(await digests(seed, workspace.path)).sort()).toEqual(['leaf.txt', 'top.txt']);
});

test('a taken name is asked about: replace, keep both, skip', async ({ app, seed, workspace }) => {
  await seed.file(workspace.path, 'one.txt', 'old one', 'text/plain');
  await seed.file(workspace.path, 'two.txt', 'old two', 'text/plain');
  await seed.file(workspace.path, 'three.txt', 'old three', 'text/plain');
  for (const name of ['one', 'two', 'three']) await writeFile(join(folder, `${name}.txt`), `new ${name}`);
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles(['one.txt', 'two.txt', 'three.txt'].map((name) => join(folder, name)));
  await expect(tray.line('one.txt')).toContainText('Name already taken');
  await tray.decide('one.txt', 'Replace');
  await tray.decide('two.txt', 'Keep both');
  await tray.decide('three.txt', 'Skip');
  await expect(tray.heading).toHaveText('2 files uploaded');
  expect(await digests(seed, workspace.path)).toEqual({
    'one.txt': digest(Buffer.from('new one')),
    'two.txt': digest(Buffer.from('old two')),
    'two (2).txt': digest(Buffer.from('new two')),
    'three.txt': digest(Buffer.from('old three')),
  });
});

test('a folder that may not be added to says why', async ({ app, seed }) => {
  await app.goto('/browse/default-domain/workspaces');
  await writeFile(join(folder, 'lost.txt'), 'x');
  const tray = new UploadTray(app);
  await tray.pickFiles([join(folder, 'lost.txt')]);
  await expect(tray.line('lost.txt')).toContainText('This folder takes no files');
  expect(seed.origin).toContain('http');
});

test('a server killed in the middle leaves no half document, and the rest arrives after it is back', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /ERR_/);
  const server = await startServer();
  try {
    const seed = new Seed(server.origin);
    await seed.document('/default-domain/workspaces', 'Workspace', 'crash');
    const files = Array.from({ length: 6 }, (_, index) => ({
      name: `part-${index}.bin`,
      bytes: randomBytes(30_000_000),
    }));
    for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
    await signIn(page, seed);
    await page.goto(`${server.origin}/browse/default-domain/workspaces/crash`);
    const tray = new UploadTray(page);
    await tray.pickFiles(files.map(({ name }) => join(folder, name)));
    await expect(tray.lines.first()).toContainText(/ of 30/);
    await server.kill();
    await expect(tray.tray).toContainText('The server does not answer');
    await server.restart();
    await tray.resumeAll();
    await expect(tray.heading).toHaveText('6 files uploaded', { timeout: 45_000 });
    expect(await digests(seed, '/default-domain/workspaces/crash')).toEqual(
      Object.fromEntries(files.map(({ name, bytes }) => [name, digest(bytes)])),
    );
  } finally {
    await server.stop();
  }
});
