import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
await addUser(server, 'stranger');
const workspaces = '/default-domain/workspaces';

async function upload(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = 'text/plain',
): Promise<string> {
  const batch = String((await server.ask('/upload', { method: 'POST' })).body.batchId);
  const headers = { 'X-File-Name': encodeURIComponent(name), 'X-File-Type': type };
  await server.ask(`/upload/${batch}/0`, { body: content, headers });
  return batch;
}

async function withFile(name: string, content: string, type?: string): Promise<string> {
  const batch = await upload(name, content, type);
  const properties = { 'file:content': { 'upload-batch': batch, 'upload-fileId': '0' } };
  return addDocument(server, workspaces, 'File', 'f', properties);
}

test('an uploaded file in a document uses its batch up', async () => {
  const batch = await upload('foo.txt', 'foo');
  const uid = await addDocument(server, workspaces, 'File', 'f', {
    'file:content': { 'upload-batch': batch, 'upload-fileId': '0' },
  });
  assert.equal((await server.ask(`/upload/${batch}`)).status, 404);
  const read = await server.ask(`/id/${uid}?properties=file`);
  assert.match(read.text, /"name":"foo\.txt","mime-type":"text\/plain"/);
  assert.match(read.text, /"digest":"acbd18db4cc2f85cedef654fccc4a4d8","length":"3"/);
  const address = /"data":"([^"]+)"/.exec(read.text)?.[1] ?? '';
  assert.equal((await server.ask(new URL(address).pathname)).text, 'foo');
});

test('nothing to download, and nothing for strangers', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'empty');
  assert.equal((await server.ask(`/id/${uid}/@blob/file:content`)).status, 404);
  assert.equal((await server.ask(`/id/${uid}/@blob/blobholder:01`)).status, 404);
  const full = await withFile('foo.txt', 'foo');
  assert.equal((await server.ask(`/id/${full}/@blob/file:content`, { as: 'stranger' })).status, 403);
  assert.equal(
    (await server.ask(`/nuxeo/nxfile/default/${full}/file:content`, { as: 'stranger' })).status,
    403,
  );
  assert.equal((await server.ask(`/nuxeo/nxfile/default/${full}/file:content`, { as: null })).status, 401);
});

test('a download is addressed by xpath or place in the holder, with a name or without', async () => {
  const uid = await withFile('foo.txt', 'foo');
  for (const address of [
    '',
    '/file:content',
    '/file:content/foo.txt',
    '/blobholder:0',
    '/blobholder:0/foo.txt',
  ]) {
    assert.equal((await server.ask(`/nuxeo/nxfile/default/${uid}${address}`)).text, 'foo', address);
  }
  assert.equal((await server.ask(`/nuxeo/nxfile/default/${uid}/blobholder:1/foo.txt`)).status, 404);
});

test('names, ranges, validators and digests', async () => {
  const uid = await withFile('café.txt', 'foobar');
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    server.ask(`/id/${uid}/@blob/file:content`, { headers, method });
  const whole = await get({ 'Want-Digest': 'md5' });
  assert.equal(whole.text, 'foobar');
  assert.equal(whole.headers.get('content-disposition'), "attachment; filename*=UTF-8''caf%C3%A9.txt");
  assert.equal(whole.headers.get('content-length'), '6');
  assert.match(whole.headers.get('digest') ?? '', /^MD5=/);
  const etag = whole.headers.get('etag') ?? '';
  assert.equal((await get({ 'If-None-Match': etag })).status, 304);
  const part = await get({ Range: 'bytes=1-2' });
  assert.equal(part.status, 206);
  assert.equal(part.text, 'oo');
  assert.equal(part.headers.get('content-range'), 'bytes 1-2/6');
  assert.equal((await get({ Range: 'bytes=-2' })).text, 'ar');
  assert.equal((await get({ Range: 'bytes=0-1,3-4' })).status, 200);
  assert.equal((await get({ Range: 'bytes=4-2' })).status, 200);
  for (const outside of ['bytes=6-', 'bytes=7-9', 'bytes=-0']) {
    const refused = await get({ Range: outside });
    assert.equal(refused.status, 416);
    assert.equal(refused.headers.get('content-range'), 'bytes */6');
    assert.equal(refused.text, '');
  }
  assert.equal((await get({ Range: 'bytes=3-', 'If-Range': etag })).text, 'bar');
  assert.equal((await get({ Range: 'bytes=3-', 'If-Range': '"other"' })).text, 'foobar');
  assert.equal((await get({ Range: 'bytes=9-', 'If-Range': '"other"' })).status, 200);
  const date = whole.headers.get('last-modified') ?? '';
  assert.equal((await get({ Range: 'bytes=3-', 'If-Range': date })).status, 206);
  assert.equal(
    (await get({ Range: 'bytes=3-', 'If-Range': 'Mon, 01 Jan 2001 00:00:00 GMT' })).text,
    'foobar',
  );
  const head = await get({}, 'HEAD');
  assert.equal(head.text, '');
  assert.equal(head.headers.get('content-length'), '6');
});

test('uploaded pages never run with our powers, inline or not', async () => {
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/pdf',
    'multipart/x-mixed-replace;boundary=x',
  ]) {
    const uid = await withFile('x', '<script>alert(1)</script>', type);
    const shown = await server.ask(`/id/${uid}/@blob/file:content?inline=true`);
    assert.match(shown.headers.get('content-disposition') ?? '', /^inline/);
    assert.match(shown.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
    assert.equal(shown.headers.get('x-content-type-options'), 'nosniff');
    assert.doesNotMatch(shown.headers.get('content-type') ?? '', /^multipart/);
  }
});

test('web pages in one file keep their type where they are saved, and other parts nowhere', async () => {
  for (const [type, isCached] of [
    ['multipart/related', true],
    ['multipart/related2', false],
    ['multipart/mixed', false],
  ] as const) {
    const uid = await withFile('x', 'parts', type);
    const typeOf = async (query: string) =>
      (await server.ask(`/id/${uid}/@blob/file:content${query}`)).headers.get('content-type') ?? '';
    assert.equal((await typeOf('')).startsWith('multipart'), isCached);
    assert.equal((await typeOf('?inline=true')).startsWith('multipart'), false);
  }
});

test('replacing and removing a blob', async () => {
  const uid = await withFile('foo.txt', 'foo');
  const form = new FormData();
  form.set('file', new File(['bar'], 'bar.txt', { type: 'text/plain' }));
  const put = (xpath: string) => server.ask(`/id/${uid}/@blob/${xpath}`, { method: 'PUT', body: form });
  assert.equal((await put('file:nothing')).status, 400);
  assert.equal((await put('file:content')).text, 'blob updated');
  assert.equal((await server.ask(`/id/${uid}/@blob/blobholder:0`)).text, 'bar');
  assert.equal((await server.ask(`/id/${uid}/@blob/file:content`, { method: 'DELETE' })).status, 204);
  assert.equal((await server.ask(`/id/${uid}/@blob/file:content`)).status, 404);
});

test('a note is a text file too, without being written anywhere', async (context) => {
  const uid = await addDocument(server, workspaces, 'Note', 'n', { 'note:note': 'hello' });
  const write = context.mock.method(server.repository.ports.blobs, 'write', () => {
    throw new Error('The disk is full');
  });
  assert.equal((await server.ask(`/id/${uid}/@blob/note:note`)).text, 'hello');
  for (const address of [`/id/${uid}/@blob`, `/nuxeo/nxfile/default/${uid}/note:note/n.txt`]) {
    const ask = (headers: Record<string, string>) => server.ask(address, { headers });
    const whole = await ask({ 'Want-Digest': 'md5' });
    assert.equal(whole.text, 'hello');
    assert.equal(whole.headers.get('etag'), '"5d41402abc4b2a76b9719d911017c592"');
    assert.equal(whole.headers.get('digest'), 'MD5=XUFAKrxLKna5cZ2REBfFkg==');
    const part = await ask({ Range: 'bytes=1-2' });
    assert.deepEqual([part.status, part.text], [206, 'el']);
    assert.equal(part.headers.get('content-range'), 'bytes 1-2/5');
    assert.equal((await ask({ 'If-None-Match': '"5d41402abc4b2a76b9719d911017c592"' })).status, 304);
  }
  assert.equal(write.mock.callCount(), 0);
  write.mock.restore();
  assert.equal((await server.ask(`/id/${uid}/@blob/blobholder:0`)).text, 'hello');
});

test('conversion now and later', async () => {
  const uid = await withFile('foo.txt', 'foo bar');
  assert.equal((await server.ask(`/id/${uid}/@convert`)).status, 400);
  assert.match((await server.ask(`/id/${uid}/@convert?converter=nope`)).text, /is not registered/);
  const html = await server.ask(`/id/${uid}/@convert?format=html`);
  assert.match(html.text, /<html[\s\S]*foo bar/);
  const later = await server.ask(`/id/${uid}/@blob/file:content/@convert`, {
    body: new URLSearchParams({ type: 'text/html', async: 'true' }),
  });
  assert.equal(later.status, 202);
  const id = String(later.body.conversionId);
  assert.equal((await server.ask(`/conversions/${id}/poll`)).body.status, 'scheduled');
  assert.equal((await server.ask(`/conversions/${id}/poll`, { as: 'stranger' })).status, 404);
  await server.runJobs();
  assert.equal((await server.ask(`/conversion/${id}/poll`)).body.status, 'completed');
  assert.match((await server.ask(`/conversions/${id}/result`)).text, /foo bar/);
});

test('renditions and the thumbnail enricher', async () => {
  const uid = await withFile('foo.txt', 'foo');
  const read = await server.ask(`/id/${uid}`, { headers: { 'enrichers-document': 'thumbnail, renditions' } });
  const address = /"thumbnail":\{"url":"([^"]+)"/.exec(read.text)?.[1] ?? '';
  const thumbnail = await server.ask(new URL(address).pathname + new URL(address).search);
  assert.equal(thumbnail.status, 200);
  assert.match(thumbnail.headers.get('content-type') ?? '', /^image\//);
  const xml = await server.ask(`/id/${uid}/@rendition/xmlExport`);
  assert.match(xml.text, /^<\?xml version="1.0" encoding="UTF-8"\?>[\s\S]*<path>default-domain\//);
  assert.equal((await server.ask(`/id/${uid}/@rendition/nope`)).status, 500);
});

test('a long text is exported whole, whatever stands between its pieces', async () => {
  const note = `${'x'.repeat(49_999)}😀${'y'.repeat(60_000)}&\u0001`;
  const uid = await addDocument(server, workspaces, 'Note', 'long', { 'note:note': note });
  const { text } = await server.ask(`/id/${uid}/@rendition/xmlExport`);
  assert.ok(text.includes(`<note:note>${note.slice(0, -2)}&#38;</note:note>`));
  assert.match(text, /<\/schema>\n<\/document>\n$/);
});

test('a large picture is offered in tiles, which who may read it reads by ranges', async () => {
  await addUser(server, 'reader');
  const create = { width: 900, height: 600, channels: 3 as const, background: 'teal' };
  const png = new Uint8Array(await sharp({ create }).png().toBuffer());
  const pictureOf = async (info: { readonly width: number; readonly height: number }) => {
    const batch = await upload('map.png', png, 'image/png');
    const content = { 'upload-batch': batch, 'upload-fileId': '0' };
    const properties = { 'file:content': content, 'picture:info': info };
    return addDocument(server, workspaces, 'Picture', 'map', properties);
  };
  const listed = async (uid: string) => {
    const { text } = await server.ask(`/id/${uid}`, { headers: { 'enrichers-document': 'renditions' } });
    return text.includes('"name":"tiles"');
  };
  const small = await pictureOf({ width: 900, height: 600 });
  const large = await pictureOf({ width: 90_000, height: 6000 });
  const file = await withFile('foo.txt', 'foo');
  assert.deepEqual([await listed(small), await listed(large), await listed(file)], [false, true, false]);

  const tiles = `/id/${large}/@rendition/tiles`;
  const ask = (as: string, range: string) => server.ask(tiles, { as, headers: { Range: range } });
  assert.equal((await ask('reader', 'bytes=-22')).status, 403);
  assert.equal((await server.ask(`/id/${file}/@rendition/tiles`)).status, 404);
  await server.ask('/automation/Document.AddPermission', {
    json: { input: `doc:${large}`, params: { users: ['reader'], permission: 'Read' } },
  });
  const end = await ask('reader', 'bytes=-22');
  assert.deepEqual([end.status, end.text.slice(0, 4)], [206, 'PK\x05\x06']);
  const first = await ask('reader', 'bytes=4-99');
  assert.deepEqual([first.status, first.headers.get('content-length')], [206, '96']);
  assert.equal((await ask('stranger', 'bytes=4-99')).status, 403);
  const log = await server.ask(`/id/${large}/@audit?eventIds=download`);
  assert.equal(log.text.match(/"rendition":/g)?.length, 1, log.text);
});
