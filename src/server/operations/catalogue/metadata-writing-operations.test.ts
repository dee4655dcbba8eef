/** Uses a stand-in for ExifTool that appends the facts to the file and refuses text; and ExifTool itself. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { findExifTool } from '#server/adapters/conversion/programs/find-programs.ts';
import { picture } from '#server/adapters/conversion/test-files.ts';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject, isString } from '#wire/json.ts';

const folder = await mkdtemp(join(tmpdir(), 'muniment-exif-'));
after(() => rm(folder, { recursive: true }));
const program = join(folder, 'exiftool');
await writeFile(
  program,
  `#!/bin/sh
for last; do :; done
case "$last" in
  *.text) echo "Error: no" >&2; exit 1 ;;
  *.png) head -c 20000000 /dev/zero >> "$last"; exit ;;
  *.gif) [ "$(ulimit -v)" -gt 1048576 ]; exit ;;
esac
for each; do case "$each" in -json=*) cat "\${each#-json=}" >> "$last" ;; esac; done
`,
  { mode: 0o755 },
);
async function serverWith(exiftool: string) {
  const { MUNIMENT_EXIFTOOL: before = '' } = process.env;
  process.env.MUNIMENT_EXIFTOOL = exiftool;
  const server = await startTestServer();
  process.env.MUNIMENT_EXIFTOOL = before;
  return server;
}
const server = await serverWith(program);
const without = await serverWith('none');
await addUser(server, 'fry');
const documents = new Map<string, string>();
for (const [name, type] of [
  ['a.jpg', 'image/jpeg'],
  ['a.txt', 'text/plain'],
  ['grows.png', 'image/png'],
  ['eats.gif', 'image/gif'],
] as const) {
  const id = await addDocument(server, '/default-domain/workspaces', 'File', name);
  const form = new FormData();
  const call = JSON.stringify({ params: { document: id } });
  form.append('params', new Blob([call], { type: 'application/json' }));
  form.append('input', new Blob(['picture'], { type }), name);
  assert.equal((await server.ask('/automation/Blob.Attach', { method: 'POST', body: form })).status, 200);
  documents.set(name, id);
}
const write = (name: string, metadata: object, params: object = {}, as = 'Administrator') =>
  server.ask('/automation/Blob.SetMetadataFromDocument', {
    as,
    json: { input: documents.get(name), params: { metadata, ...params } },
  });
async function fileOf(name: string) {
  const { body } = await server.ask(`/id/${documents.get(name)}`, { headers: { properties: 'file' } });
  const file = isJsonObject(body.properties) ? body.properties['file:content'] : undefined;
  assert.ok(isJsonObject(file) && isString(file.digest));
  return { name: file.name, type: file['mime-type'], digest: file.digest };
}

test('without the program, it is named with how to get it', async () => {
  const { status, body } = await without.ask('/automation/Blob.SetMetadataFromContext', {
    json: { input: { content: 'x', name: 'a.jpg' }, params: { metadata: { Title: 'x' } } },
  });
  assert.equal(status, 400);
  assert.match(String(body.message), /install ExifTool \(Debian: libimage-exiftool-perl\) and bubblewrap/);
});

test('what cannot be written leaves the file as it was', async () => {
  const [picture, text] = [await fileOf('a.jpg'), await fileOf('a.txt')];
  for (const name of [
    'HardLink',
    'XMP:SymLink',
    'FileName',
    'system:directory',
    'Geotag',
    'FileModifyDate',
    'SourceFile',
    'a<',
    '-x',
  ]) {
    const { status, body } = await write('a.jpg', { [name]: '/etc/passwd' });
    assert.deepEqual([status, String(body.message).includes('cannot be written')], [400, true], name);
  }
  const kind = await write('a.txt', { Title: 'x' });
  assert.equal(kind.status, 500);
  assert.match(String(kind.body.message), /cannot hold such facts/);
  for (const name of ['grows.png', 'eats.gif']) {
    const before = await fileOf(name);
    const { status, body } = await write(name, { Title: 'x' });
    assert.deepEqual([status, String(body.message).includes('too much unpacks from it')], [500, true], name);
    assert.deepEqual(await fileOf(name), before);
  }
  assert.equal((await write('a.jpg', { Title: 'x' }, { blobXPath: 'files:files/0/file' })).status, 400);
  assert.equal((await write('a.jpg', { Title: 'x' }, {}, 'fry')).status, 403);
  await write('a.jpg', { Title: 'x' }, { save: false });
  assert.deepEqual([await fileOf('a.jpg'), await fileOf('a.txt')], [picture, text]);
});

test('facts are written into a copy, which takes the place of the file', async () => {
  const before = await fileOf('a.jpg');
  assert.equal((await write('a.jpg', { 'XMP:Title': 'Été\n', Artist: '@/etc/passwd' })).status, 200);
  const after_ = await fileOf('a.jpg');
  assert.deepEqual([after_.name, after_.type], [before.name, before.type]);
  assert.notEqual(after_.digest, before.digest);
  const { text } = await server.ask(`/id/${documents.get('a.jpg')}/@blob/file:content`);
  assert.equal(text, 'picture[{"XMP:Title":"Été\\n","Artist":"@/etc/passwd","SourceFile":"*"}]');
});

test('ExifTool itself writes them into a photograph, which keeps its pixels, and refuses text', async (context) => {
  if ((await findExifTool(process.env)) === undefined) {
    context.diagnostic('wanted ExifTool');
    return;
  }
  const real = await serverWith('');
  const photograph = await picture('jpeg');
  const attached = async (name: string, content: Buffer, type: string) => {
    const id = await addDocument(real, '/default-domain/workspaces', 'File', name);
    const form = new FormData();
    form.append(
      'params',
      new Blob([JSON.stringify({ params: { document: id } })], { type: 'application/json' }),
    );
    form.append('input', new Blob([Uint8Array.from(content)], { type }), name);
    assert.equal((await real.ask('/automation/Blob.Attach', { method: 'POST', body: form })).status, 200);
    return id;
  };
  const set = (input: string, metadata: object) =>
    real.ask('/automation/Blob.SetMetadataFromDocument', { json: { input, params: { metadata } } });
  const id = await attached('a.jpg', photograph, 'image/jpeg');
  const { status, text } = await set(id, { 'XMP-dc:Title': 'Été à quai', 'EXIF:Artist': 'Ada' });
  assert.equal(status, 200, text);
  const file = await real.fetch(
    new Request(`http://localhost/nuxeo/api/v1/id/${id}/@blob/file:content`, {
      headers: { Authorization: `Basic ${btoa('Administrator:Administrator')}` },
    }),
  );
  const written = Buffer.from(await file.arrayBuffer());
  const { xmp, exif } = await sharp(written).metadata();
  assert.match(String(xmp), /Été à quai/);
  assert.match(exif?.toString('latin1') ?? '', /Ada/);
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  assert.deepEqual(await pixels(written), await pixels(photograph));
  const refused = await set(await attached('a.txt', Buffer.from('text'), 'text/plain'), { Title: 'x' });
  assert.match(String(refused.body.message), /cannot hold such facts/);
});
