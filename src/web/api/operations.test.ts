import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { asCurl, operationCall, type ResolvedRun, readAnswer } from './operations.ts';

const client = {
  address: (path: string) => `https://host/nuxeo/api/v1${path}`,
  header: (name: string) => `X-NX${name}`,
};

function run(change: Partial<ResolvedRun>): ResolvedRun {
  return { id: 'Document.Update', input: { kind: 'void' }, params: {}, ...change };
}

/** The words after `curl`, as a shell splits them. */
function words(command: string): readonly string[] {
  const script = command.replace(/^curl/, 'TOKEN=; for word in').concat('; do printf "%s\\0" "$word"; done');
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('curl: a shell reads back exactly what would be sent', () => {
  const params = { properties: 'dc:title=It\'s `here` $HOME\n"quoted"' };
  const wanted = words(asCurl(run({ input: { kind: 'document', uid: 'u1' }, params }), client));
  assert.equal(wanted[2], 'https://host/nuxeo/api/v1/automation/Document.Update');
  assert.deepEqual(JSON.parse(wanted.at(-1) ?? ''), { params, context: {}, input: 'doc:u1' });
});

test('curl: files are named, the token is a variable', () => {
  const file = new File(['x'], 'a b.txt', { type: 'text/plain' });
  const text = asCurl(run({ id: 'Blob.ToPDF', input: { kind: 'blobs', files: [file] } }), client);
  assert.match(text, /-H 'X-Authentication-Token: '"\$TOKEN"/);
  assert.match(text, /-F 'input=@a b\.txt'/);
});

test('a call on a document’s file goes to that file’s address', () => {
  const { path, body } = operationCall(
    run({ id: 'Blob.ToPDF', input: { kind: 'property', uid: 'u1', xpath: 'file:content' } }),
  );
  assert.equal(path, '/id/u1/@blob/file:content/@op/Blob.ToPDF');
  assert.deepEqual(body, { params: {}, context: {} });
});

test('several files come back apart, byte for byte', async () => {
  const first = new Uint8Array([0, 255, 13, 10, 45, 45]);
  const body = new Blob([
    '--b1\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="a.png"\r\n\r\n',
    first,
    "\r\n--b1\r\nContent-Disposition: attachment; filename*=UTF-8''caf%C3%A9.txt\r\n\r\nété\r\n--b1--\r\n",
  ]);
  const response = new Response(body, { headers: { 'Content-Type': 'multipart/mixed; boundary="b1"' } });
  const { result } = await readAnswer(response);
  assert.ok(result.kind === 'blobs');
  assert.deepEqual(
    result.files.map(({ filename, blob }) => [filename, blob.type]),
    [
      ['a.png', 'image/png'],
      ['café.txt', ''],
    ],
  );
  assert.deepEqual(await result.files[0]?.blob.bytes(), first);
  assert.equal(await result.files[1]?.blob.text(), 'été');
});

const answers: readonly (readonly [name: string, response: Response, kind: string])[] = [
  ['nothing', new Response(null, { status: 204 }), 'void'],
  [
    'an empty list of files',
    new Response(null, { status: 204, headers: { 'Content-Type': 'application/nuxeo-empty-list' } }),
    'blobs',
  ],
  ['a text', Response.json({ 'entity-type': 'string', value: 'x' }), 'primitive'],
  ['records', Response.json({ 'entity-type': 'recordSet', entries: [{ 'ecm:uuid': '1' }] }), 'records'],
  ['documents', Response.json({ 'entity-type': 'documents', entries: [] }), 'documents'],
  ['users', Response.json({ 'entity-type': 'users', entries: [] }), 'json'],
  [
    'a JSON file',
    Response.json([1], { headers: { 'Content-Disposition': 'attachment; filename=x.json' } }),
    'json',
  ],
  [
    'a file',
    new Response('x', {
      headers: { 'Content-Type': 'text/plain', 'Content-Disposition': 'attachment; filename=x' },
    }),
    'blob',
  ],
];

for (const [name, response, kind] of answers) {
  test(`an answer of ${name} is read as ${kind}`, async () => {
    assert.equal((await readAnswer(response)).result.kind, kind);
  });
}
