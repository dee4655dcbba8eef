import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundaryOf, MultipartError, parseMultipart } from './multipart.ts';

const body = [
  'ignored\r\n--XX\r\nContent-Type: application/json\r\n\r\n{"params":{}}\r\n',
  '--XX  \r\nContent-Disposition: form-data; name="input";\r\n filename="café.txt"\r\n\r\na\r\n--X\r\n-b\r\n',
  '--XX\r\n\r\n\r\n--XX--\r\nepilogue',
].join('');

async function* pieces(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size: number) {
  const parts: { headers: ReadonlyMap<string, string>; text: string }[] = [];
  for await (const part of parseMultipart(pieces(text, size), 'XX')) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of part.body) chunks.push(chunk.slice());
    parts.push({ headers: part.headers, text: await new Blob(chunks.map((c) => new Uint8Array(c))).text() });
  }
  return parts;
}

for (const size of [1, 2, 3, 7, 1000]) {
  test(`the same parts in pieces of ${size}`, async () => {
    const parts = await read(body, size);
    assert.deepEqual(
      parts.map((part) => part.text),
      ['{"params":{}}', 'a\r\n--X\r\n-b', ''],
    );
    assert.equal(parts[0]?.headers.get('content-type'), 'application/json');
    assert.equal(
      parts[1]?.headers.get('content-disposition'),
      'form-data; name="input"; filename="café.txt"',
    );
  });
}

test('unread parts are skipped', async () => {
  let count = 0;
  for await (const _part of parseMultipart(pieces(body, 5), 'XX')) count++;
  assert.equal(count, 3);
});

test('who sends a header that is too long is let go, so that the answer reaches them', async () => {
  let isLetGo = false;
  async function* source() {
    try {
      yield* pieces(`--XX\r\nContent-Disposition: ${'x'.repeat(100_000)}`, 4096);
    } finally {
      isLetGo = true;
    }
  }
  await assert.rejects(async () => {
    for await (const _part of parseMultipart(source(), 'XX')) assert.fail('there is no part');
  }, MultipartError);
  assert.equal(isLetGo, true);
});

for (const broken of ['', 'no boundary at all', body.slice(0, 60), body.slice(0, -14)]) {
  test(`a body cut after ${broken.length} characters throws`, async () => {
    await assert.rejects(read(broken, 8), MultipartError);
  });
}

test('reads boundaries quoted or not', () => {
  assert.equal(boundaryOf('multipart/related; boundary="a b"; type=x'), 'a b');
  assert.equal(boundaryOf('multipart/form-data; boundary=----x1'), '----x1');
  assert.throws(() => boundaryOf('multipart/form-data'), MultipartError);
});
