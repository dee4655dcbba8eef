/** Pages of other sites, in a browser that has stored a password for this server. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Asked, addDocument, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const server = await startTestServer(['--cors', 'https://app.example']);
const open = await startTestServer(['--cors', '*']);
const document = await addDocument(server, '/default-domain/workspaces', 'File', 'letter');
const form = 'application/x-www-form-urlencoded';
const token = '/nuxeo/authentication/token?applicationName=a&deviceId=d&permission=rw';
const plain = (input: string): Asked => ({
  body: new URLSearchParams({
    jsondata: JSON.stringify({ input, params: { xpath: 'dc:title', value: 'changed' } }),
  }),
  headers: { 'Content-Type': form },
});

const acting: readonly (readonly [string, string, Asked])[] = [
  ['a form with an operation', '/automation/Document.SetProperty', plain(document)],
  ['a new batch', '/upload', { method: 'POST' }],
  ['a text as a chunk', '/upload/x/0', { body: 'bytes', headers: { 'Content-Type': 'text/plain' } }],
  ['sign-in for a token', token, {}],
  ['a token', '/token?application=a&deviceId=d&permission=rw', { method: 'POST' }],
  ['login', '/automation/login', { method: 'POST' }],
  ['dropping a batch', '/batch/drop/x', {}],
  ['dropping a batch by its older address', '/nuxeo/site/automation/batch/drop/x', {}],
  ['a change', `/id/${document}`, { method: 'PUT', json: { 'entity-type': 'document' } }],
  ['a removal', `/id/${document}`, { method: 'DELETE' }],
  ['consent', '/nuxeo/oauth2/authorize_submit?client_id=x', { method: 'POST' }],
];
const foreign: readonly Readonly<Record<string, string>>[] = [
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:9999' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'https://evil.example' },
  { Origin: 'http://localhost:9999' },
  { Origin: 'null' },
];

const own: readonly Readonly<Record<string, string>>[] = [
  {},
  { Origin: 'http://localhost:8080' },
  { Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'same-origin' },
  { Origin: 'https://app.example', 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'none' },
];

const send = (to: TestServer, path: string, options: Asked, headers: Readonly<Record<string, string>>) =>
  to.ask(path, { ...options, headers: { ...options.headers, ...headers } });

describe('with a password that the browser brings by itself', () => {
  for (const [name, path, options] of acting)
    test(`${name} is refused to other sites`, async () => {
      for (const headers of foreign) {
        const { status } = await send(server, path, options, headers);
        assert.ok(status === 403, `${JSON.stringify(headers)} ${status}`);
      }
    });

  test('nothing was changed, and own pages, listed ones and programs are free', async () => {
    const read = () => server.ask(`/id/${document}`, { headers: { properties: '*' } });
    assert.match((await read()).text, /"dc:title":"letter"/);
    for (const headers of own) {
      assert.equal((await send(server, '/upload', { method: 'POST' }, headers)).status, 201);
      assert.equal((await send(server, token, {}, headers)).status, 201);
    }
  });

  test('links from other sites still lead here', async () => {
    const { status } = await send(server, `/id/${document}`, {}, { 'Sec-Fetch-Site': 'cross-site' });
    assert.equal(status, 200);
  });

  test('a server for all origins takes what browsers ask leave for, and nothing else', async () => {
    const headers = { Origin: 'https://any.example', 'Sec-Fetch-Site': 'cross-site' };
    assert.equal((await send(open, '/upload', { method: 'POST' }, headers)).status, 403);
    assert.equal((await send(open, token, {}, headers)).status, 403);
    const options = { ...headers, 'X-No-Basic-Header': 'true' };
    assert.equal((await send(open, token, {}, options)).status, 201);
    const json = { 'entity-type': 'document', type: 'File', name: 'x' };
    assert.equal((await send(open, '/path/default-domain/workspaces', { json }, headers)).status, 201);
  });
});

test('a token in a header is no browser’s own: it works from wherever it is sent', async () => {
  const { text } = await server.ask(token);
  const headers = { 'X-Authentication-Token': text, ...foreign[0] };
  const { status } = await server.ask('/upload', { method: 'POST', as: null, headers });
  assert.equal(status, 201);
});

test('the pages of sign-in take forms of their own origin only', async () => {
  for (const headers of foreign) {
    const { status } = await server.ask('/nuxeo/oauth2/sign_in', {
      as: null,
      body: new URLSearchParams({ user_name: 'Administrator', user_password: 'Administrator' }),
      headers: { 'Content-Type': form, ...headers },
    });
    assert.equal(status, 400);
  }
});
