/** Importing folders of files into a repository, and exporting them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addAces } from '#server/core/access/access-changes.ts';
import { createDefaultContent } from '#server/core/documents/default-content.ts';
import { createDocument, getDocument } from '#server/core/documents/documents.ts';
import { toBlobValue } from '#server/core/files/blobs.ts';
import { openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { attachedFolderName } from './attached-files.ts';
import { exportFolder, sideFileName, sideNames } from './export-folder.ts';
import { importFolder } from './import-folder.ts';
import { openPlainFile } from './plain-file.ts';
import { readSideFile } from './side-file.ts';

const into = '/default-domain/workspaces';
const modified = new Date('2001-02-03T04:05:06.000Z');
const files = 300;
let server: TestRepository;
let scratch: string;
before(async () => {
  server = await openTestRepository();
  await server.as('Administrator', createDefaultContent);
  await server.addUser('leela');
  await server.addUser('fry');
  scratch = await mkdtemp(join(tmpdir(), 'muniment-folders-'));
});
after(async () => {
  await server.close();
  await rm(scratch, { recursive: true });
});

async function share(): Promise<string> {
  const folder = join(scratch, 'share');
  await mkdir(join(folder, 'deeds', 'old'), { recursive: true });
  for (let index = 0; index < files; index++) {
    const file = join(
      folder,
      index % 2 === 0 ? 'deeds' : 'deeds/old',
      `a rather long name of a file ${index}.txt`,
    );
    await writeFile(file, `content ${index}`);
    await utimes(file, modified, modified);
  }
  await symlink('/etc/passwd', join(folder, 'link'));
  await writeFile(join(folder, 'wrong.txt'), 'not that');
  await mkdir(join(folder, 'refused'));
  await writeFile(join(folder, 'refused', 'inner.txt'), 'with its folder');
  await writeFile(
    join(folder, 'facts.csv'),
    [
      'path,type,digest,rights,dc:description,dc:subjects',
      'deeds,Folder,,leela:Read;-fry:Read,Old deeds,"[""art/architecture""]"',
      `wrong.txt,,${'0'.repeat(32)},,,`,
      'nowhere.txt,,,,,',
      'refused,Nonsense,,,,',
      'refused/inner.txt,,,,,',
    ].join('\n'),
  );
  return folder;
}

test('a share comes in with names, dates, properties and rights, and again without doubles', async () => {
  const folder = await share();
  const facts = await readSideFile(join(folder, 'facts.csv'));
  const request = { folder, into, facts, without: new Set(['facts.csv']) };
  const report = await importFolder(server.repository, request);
  assert.equal(report.made, files + 2);
  assert.deepEqual(report.leftOut.map(({ path }) => path).sort(), [
    'link',
    'nowhere.txt',
    'refused',
    'wrong.txt',
  ]);
  assert.match(report.leftOut.find(({ path }) => path === 'wrong.txt')?.why ?? '', /digest/);

  await server.as('leela', async (session) => {
    const path = `${into}/deeds/old/a rather long name of a file 1.txt`;
    const { properties } = await getDocument(session, { path });
    assert.equal(properties['dc:modified'], modified.toISOString());
    const deeds = await getDocument(session, { path: `${into}/deeds` });
    assert.equal(deeds.properties['dc:description'], 'Old deeds');
    assert.deepEqual(deeds.properties['dc:subjects'], ['art/architecture']);
  });
  await assert.rejects(
    server.as('fry', (session) => getDocument(session, { path: `${into}/deeds` })),
    { status: 403 },
  );

  await writeFile(join(folder, 'deeds', 'new.txt'), 'new');
  await writeFile(join(folder, 'deeds', 'a rather long name of a file 0.txt'), 'changed');
  const again = await importFolder(server.repository, request);
  assert.equal(again.made, 1);
  assert.equal(again.present, files - 1);
  assert.match(again.leftOut.find(({ path }) => path.endsWith('file 0.txt'))?.why ?? '', /other content/);
});

test('what is exported can be imported elsewhere, the same', async () => {
  const to = join(scratch, 'out');
  const end = '2099-01-02T00:00:00.000Z';
  const isTimely = (username: string, path: string) =>
    server.as('Administrator', async (session) => {
      const { acls } = await getDocument(session, { path });
      return acls.some(({ aces }) => aces.some((ace) => ace.username === username && ace.end === end));
    });
  await server.as('Administrator', async (session) => {
    const ace = { username: 'fry', permission: 'Write', granted: true, creator: null, begin: null, end };
    await addAces(session, await getDocument(session, { path: `${into}/deeds/old` }), {
      acl: 'local',
      aces: [ace],
    });
  });
  const { written, leftOut } = await exportFolder(server.repository, { from: `${into}/deeds`, to });
  assert.equal(written, files + 2);
  assert.deepEqual(leftOut, []);
  assert.equal(await readFile(join(to, 'old', 'a rather long name of a file 1.txt'), 'utf8'), 'content 1');
  await assert.rejects(exportFolder(server.repository, { from: `${into}/deeds`, to }), { code: 'EEXIST' });
  const report = await importFolder(server.repository, {
    folder: to,
    into: '/default-domain/sections',
    facts: await readSideFile(join(to, sideFileName)),
    without: sideNames,
  });
  assert.deepEqual(report, { made: written, present: 0, leftOut: [] });
  assert.ok(await isTimely('fry', '/default-domain/sections/old'));
});

test('attachments and other files beside the content go out and come in', async () => {
  const { blobs } = server.repository.ports;
  const bytes = async function* (text: string) {
    yield new TextEncoder().encode(text);
  };
  const blob = async (text: string, name: string) =>
    toBlobValue({ ...(await blobs.write(bytes(text))), name, mimeType: 'text/x-own', encoding: null });
  const lost = await blob('lost', 'lost.txt');
  const views = [{ title: 'Small', content: await blob('a view', 'small.png') }];
  await server.as('Administrator', async (session) => {
    const top = await getDocument(session, { path: into });
    const folder = await createDocument(session, top, { type: 'Folder', name: 'attached' });
    const one = await blob('one', 'one/\\.txt');
    const files = [one, { ...one, name: 'again.txt' }, lost].map((file) => ({ file }));
    const content = await blob('content', 'content.txt');
    const properties = { 'file:content': content, 'files:files': files };
    await createDocument(session, folder, { type: 'File', name: 'file.txt', properties });
    await createDocument(session, folder, {
      type: 'Picture',
      name: 'picture.png',
      properties: { 'file:content': content, 'picture:views': views },
    });
    await createDocument(session, folder, { type: 'File', name: sideFileName, properties });
    await createDocument(session, folder, { type: 'Folder', name: attachedFolderName });
  });
  await blobs.remove(lost.data);
  const to = join(scratch, 'attached');
  const { written, leftOut } = await exportFolder(server.repository, { from: `${into}/attached`, to });
  assert.equal(written, 2);
  assert.deepEqual(leftOut.map(({ path }) => path).sort(), [
    'file.txt, files:files/2/file',
    attachedFolderName,
    sideFileName,
  ]);
  assert.equal((await readdir(join(to, attachedFolderName))).length, 2);
  const bring = async (target: string) =>
    importFolder(server.repository, {
      folder: to,
      into: target,
      facts: await readSideFile(join(to, sideFileName)),
      without: sideNames,
    });
  assert.deepEqual(await bring('/default-domain/sections'), { made: 2, present: 0, leftOut: [] });
  await server.as('Administrator', async (session) => {
    const file = await getDocument(session, { path: '/default-domain/sections/file.txt' });
    const before = await getDocument(session, { path: `${into}/attached/file.txt` });
    const attached = before.properties['files:files'];
    assert.ok(Array.isArray(attached));
    assert.deepEqual(file.properties['files:files'], [...attached.slice(0, 2), { file: null }]);
    const picture = await getDocument(session, { path: '/default-domain/sections/picture.png' });
    assert.deepEqual(picture.properties['picture:views'], views);
  });
  const [first = ''] = await readdir(join(to, attachedFolderName));
  await writeFile(join(to, attachedFolderName, first), 'changed');
  const changed = await bring('/default-domain/templates');
  assert.match(changed.leftOut.map(({ why }) => why).join(), /other bytes than its name says/);
});

test('backslashes in paths of the side file are those of names, else they part folders', async () => {
  const folder = join(scratch, 'slashes');
  await mkdir(join(folder, 'a', 'c'), { recursive: true });
  for (const name of ['a\\b.txt', 'a/b.txt', 'a/c/d.txt']) await writeFile(join(folder, name), name);
  const described = ['a\\b.txt', 'a/b.txt', '.\\a\\c\\d.txt', 'a\\c\\e.txt'];
  const side = Object.fromEntries(described.map((path) => [path, { 'dc:description': path }]));
  await writeFile(join(scratch, 'slashes.json'), JSON.stringify(side));
  const facts = await readSideFile(join(scratch, 'slashes.json'));
  const place = `${into}/slashes`;
  await server.as('Administrator', async (session) =>
    createDocument(session, await getDocument(session, { path: into }), { type: 'Folder', name: 'slashes' }),
  );
  const { leftOut } = await importFolder(server.repository, { folder, into: place, facts });
  assert.deepEqual(
    leftOut.map(({ path }) => path),
    ['a\\c\\e.txt'],
  );
  await server.as('Administrator', async (session) => {
    const found: unknown[] = [];
    for (const name of ['a-b.txt', 'a/b.txt', 'a/c/d.txt'])
      found.push((await getDocument(session, { path: `${place}/${name}` })).properties['dc:description']);
    assert.deepEqual(found, described.slice(0, 3));
  });
});

test('what takes the place of a folder while the rest is read leads nowhere', async () => {
  const [folder, outside] = [join(scratch, 'changing'), join(scratch, 'outside')];
  for (const name of ['gone', 'linked', 'stays']) await mkdir(join(folder, name), { recursive: true });
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), 'not theirs');
  await writeFile(join(folder, 'stays', 'a.txt'), 'theirs');
  let hasChanged = false;
  const onProgress = () => {
    if (hasChanged) return;
    hasChanged = true;
    execFileSync('rm', ['-r', join(folder, 'gone'), join(folder, 'linked')]);
    execFileSync('ln', ['-s', outside, join(folder, 'linked')]);
  };
  const { leftOut } = await importFolder(server.repository, { folder, into, facts: new Map(), onProgress });
  assert.deepEqual(leftOut.map(({ path }) => path).sort(), ['gone', 'linked']);
  await server.as('Administrator', async (session) => {
    await getDocument(session, { path: `${into}/stays/a.txt` });
    await assert.rejects(getDocument(session, { path: `${into}/linked/secret.txt` }), {
      code: 'documentNotFound',
    });
  });
});

test('links, pipes, devices and folders are not opened for files', async () => {
  const folder = join(scratch, 'odd');
  await mkdir(folder);
  await writeFile(join(folder, 'file'), 'x');
  await symlink(join(folder, 'file'), join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const path of [join(folder, 'link'), join(folder, 'pipe'), '/dev/zero', folder])
    await assert.rejects(openPlainFile(path, false), path);
  await assert.rejects(openPlainFile(join(folder, 'file'), true));
  // The folder is replaced by a link after it was examined.
  await symlink(folder, join(scratch, 'odd too'));
  await assert.rejects(openPlainFile(join(scratch, 'odd too', 'file'), false), /above/);
  await using file = await openPlainFile(join(folder, 'file'), false);
  assert.equal((await file.handle.readFile()).toString(), 'x');
});

test('names that the disk spells with parts of characters come in, and those of marks alone, once', async () => {
  const folder = join(scratch, 'spelt');
  const spelt = 'Ä'.normalize('NFD');
  await mkdir(join(folder, spelt), { recursive: true });
  for (const name of [`${spelt}.txt`, '-', '...', ' ']) await writeFile(join(folder, spelt, name), 'x');
  const request = { folder, into, facts: new Map() };
  assert.deepEqual(await importFolder(server.repository, request), { made: 5, present: 0, leftOut: [] });
  assert.deepEqual(await importFolder(server.repository, request), { made: 0, present: 4, leftOut: [] });
});
