import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStores } from '#server/core/kernel/read-stores.ts';
import { createOperationRunner } from '#server/operations/machinery/operation-runner.ts';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { createApp } from '../app.ts';
import { ownOperations } from '../operations/registry.ts';

const server = await startTestServer(['--cors', 'https://app.example']);

test('other sites: only the configured ones, never with credentials', async () => {
  const from = (origin: string, method = 'GET') =>
    server.ask('/capabilities', { method, headers: { Origin: origin } });
  assert.equal((await from('https://evil.example')).headers.get('access-control-allow-origin'), null);
  const allowed = await from('https://app.example');
  assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://app.example');
  assert.match(allowed.headers.get('access-control-expose-headers') ?? '', /Content-Disposition/);
  assert.equal(allowed.headers.get('access-control-allow-credentials'), null);
  const preflight = await server.ask('/capabilities', {
    method: 'OPTIONS',
    as: null,
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Headers': 'authorization' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization');
});

test('unknown addresses and methods', async () => {
  const unknown = await server.ask('/wrongpath/x');
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body.message, 'Type not found: wrongpath');
  assert.equal((await server.ask('/capabilities', { method: 'PUT', json: {} })).status, 405);
  assert.equal((await server.ask('/path/%E9')).status, 400);
});

test('what clients ask first', async () => {
  assert.match((await server.ask('/nuxeo/runningstatus', { as: null })).text, /^true\n/);
  const probe = (key: string) => server.ask(`/nuxeo/runningstatus?info=probe&key=${key}`, { as: null });
  assert.deepEqual([(await probe('repositoryStatus')).status, (await probe('nothing')).status], [200, 404]);
  assert.equal((await server.ask('/nuxeo/json/cmis', { as: null })).status, 401);
  const cmis = await server.ask('/nuxeo/json/cmis');
  assert.match(cmis.text, /"productVersion":"\d+\.\d+/);
  const capabilities = await server.ask('/capabilities');
  assert.equal(capabilities.body['entity-type'], 'capabilities');
  assert.match(capabilities.text, /"distributionName":"lts"/);
  assert.deepEqual(capabilities.body.mail, { enabled: false });
});

test('types, schemas and facets', async () => {
  const types = await server.ask('/config/types');
  assert.match(types.text, /"File":\{"parent":"Document"/);
  assert.equal((await server.ask('/config/types/Nope')).status, 204);
  const schema = await server.ask('/config/schemas/files');
  assert.deepEqual(schema.body.fields, { files: { fields: { file: 'blob' }, type: 'complex[]' } });
  const facets = await server.ask('/config/facets');
  assert.match(facets.text, /"name":"Thumbnail"/);
  assert.match(facets.text, /"name":"SavedSearch","schemas":\[.*"name":"saved_search"/);
});

test('one key, one action', async () => {
  const headers = { 'Idempotency-Key': 'k1' };
  const first = await server.ask('/upload', { method: 'POST', headers });
  const second = await server.ask('/upload', { method: 'POST', headers });
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get('idempotency-key'), 'k1');
  assert.equal(second.headers.get('x-request-digest'), null);
  const failed = await server.ask('/upload/new/nope', {
    method: 'POST',
    headers: { 'Idempotency-Key': 'k2' },
  });
  assert.equal(failed.status, 400);
  const retried = await server.ask('/upload/new/default', {
    method: 'POST',
    headers: { 'Idempotency-Key': 'k2' },
  });
  assert.equal(retried.status, 200);
});

test('a key of another request is refused, and does nothing', async () => {
  const folder = await addDocument(server, '/default-domain/workspaces', 'Folder', 'one-key');
  const headers = { 'Idempotency-Key': 'one-key' };
  const note = (name: string, more: object = {}) => ({
    'entity-type': 'document',
    type: 'Note',
    name,
    ...more,
  });
  const calls: readonly (readonly [string, object])[] = [
    [`/id/${folder}`, note('another')],
    ['/path/default-domain/workspaces/one-key', note('one')],
    [`/id/${folder}?twice`, note('one')],
    ['/automation/Document.Fetch', { params: { value: folder } }],
  ];
  const first = await server.ask(`/id/${folder}`, { headers, json: note('one') });
  assert.equal(first.status, 201);
  for (const [address, json] of calls) {
    const refused = await server.ask(address, { headers, json });
    assert.equal(refused.status, 422, address);
    assert.match(refused.text, /was used for another request/);
  }
  assert.equal((await server.ask(`/id/${folder}`, { headers, json: note('one') })).text, first.text);
  assert.equal((await server.ask(`/id/${folder}/@children`)).body.resultsCount, 1);
  // The same file, uploaded again after the answer was lost.
  const file = (batch: string) =>
    note('f', { properties: { 'file:content': { 'upload-batch': batch, 'upload-fileId': '0' } } });
  const batch = String((await server.ask('/upload', { method: 'POST' })).body.batchId);
  await server.ask(`/upload/${batch}/0`, { method: 'POST', body: 'dugong', headers: { 'X-File-Name': 'a' } });
  const again = { 'Idempotency-Key': 'sent-again' };
  const made = await server.ask(`/id/${folder}`, { headers: again, json: { ...file(batch), type: 'File' } });
  assert.equal(made.status, 201);
  const repeated = await server.ask(`/id/${folder}`, {
    headers: again,
    json: { ...file('b'), type: 'File' },
  });
  assert.equal(repeated.text, made.text);
});

test('the answer to a key is stored with what its call changed', async (context) => {
  await addUser(server, 'fry');
  const folder = await addDocument(server, '/default-domain/workspaces', 'Folder', 'of-fry');
  await server.ask(`/id/${folder}/@op/Document.AddACE`, {
    json: { params: { user: 'fry', permission: 'Everything' } },
  });
  const { store } = server.repository.ports;
  const begin = store.begin.bind(store);
  let writing = 0;
  context.mock.method(store, 'begin', (hints?: Parameters<typeof begin>[0]) => {
    const unit = begin(hints);
    const commit = unit.commit.bind(unit);
    unit.commit = async () => {
      if (unit.isWriting) writing += 1;
      await commit();
    };
    return unit;
  });
  const create = (name: string) =>
    server.ask(`/id/${folder}`, {
      as: 'fry',
      headers: { 'Idempotency-Key': 'fry-1' },
      json: { 'entity-type': 'document', type: name === '' ? 'Nope' : 'Note', name },
    });
  assert.equal((await create('')).status, 400);
  writing = 0;
  const first = await create('once');
  assert.equal(first.status, 201);
  assert.equal(writing, 1, 'nothing is claimed beforehand');
  const again = await create('once');
  assert.equal(again.status, 201);
  assert.equal(again.text, first.text);
  assert.equal(again.headers.get('content-type'), first.headers.get('content-type'));
  assert.equal(writing, 1);
  const list = await server.ask(`/id/${folder}/@children`, { as: 'fry' });
  assert.equal(list.body.resultsCount, 1);
});

test('documents of a repeated answer go to who may still read them', async () => {
  const folder = await addDocument(server, '/default-domain/workspaces', 'Folder', 'no-longer');
  const operate = (name: string, params: object) =>
    server.ask(`/id/${folder}/@op/Document.${name}`, { json: { params } });
  const note = {
    'entity-type': 'document',
    type: 'Note',
    name: 'once',
    properties: { 'note:note': 'dugong' },
  };
  const calls = [
    { address: `/id/${folder}`, json: note },
    { address: '/automation/Document.Fetch', json: { params: { value: folder } } },
    { address: '/automation/Document.GetChildren', json: { input: folder, params: {} } },
  ];
  const ask = (key: string) => {
    const { address, json } = calls[Number(key)] ?? { address: '', json: {} };
    return server.ask(address, { as: 'fry', json, headers: { 'Idempotency-Key': `no-longer-${key}` } });
  };
  for (const isReader of [true, false, true]) {
    await (isReader
      ? operate('AddACE', { user: 'fry', permission: 'Everything' })
      : operate('RemoveACL', { acl: 'local' }));
    for (const key of calls.keys()) {
      const { status, text } = await ask(String(key));
      assert.equal(status < 300, isReader, `${key}: ${status} ${text}`);
      assert.equal(text.includes(folder), isReader);
    }
  }
});

test('what a file holds is kept for no key', async () => {
  const id = await addDocument(server, '/default-domain/workspaces', 'File', 'text-file', {
    'file:content': { name: 'a.txt', 'mime-type': 'text/plain', data: 'dugong' },
  });
  const headers = { 'Idempotency-Key': 'text-file' };
  const options = { json: { input: id, params: {} }, headers };
  for (let time = 0; time < 2; time++)
    assert.equal((await server.ask('/automation/Document.GetBlob', options)).text, 'dugong');
  const stored = await readStores(server.repository, ({ idempotency }) =>
    idempotency.find('text-file', 'Administrator'),
  );
  assert.equal(stored, undefined);
});

test('a token that a key may fetch again is stored encrypted', async () => {
  await addUser(server, 'amy');
  const address = '/token?application=app&deviceId=d1&deviceDescription=d&permission=rw';
  const ask = (as: string) =>
    server.ask(address, { method: 'POST', as, headers: { 'Idempotency-Key': 'token-1' } });
  const first = await ask('amy');
  assert.equal(first.status, 201);
  assert.equal(first.headers.get('cache-control'), 'no-store');
  const stored = await readStores(server.repository, ({ idempotency }) => idempotency.find('token-1', 'amy'));
  assert.ok(stored !== undefined && stored !== 'in-progress');
  assert.ok(!stored.body.includes(first.text));
  assert.equal((await ask('amy')).text, first.text);
  // The stored answer of one key cannot be decrypted with another.
  const { secrets } = server.repository.ports;
  assert.equal(secrets.decrypt(stored.body, 'idempotency/["fry","token-1"]'), undefined);
});

test('a key that comes to two servers at once makes one document', async () => {
  const name = 'of-two-servers';
  const folder = await addDocument(server, '/default-domain/workspaces', 'Folder', name);
  await server.ask(`/id/${folder}/@op/Document.AddACE`, {
    json: { params: { user: 'fry', permission: 'Everything' } },
  });
  const operations = createOperationRunner(ownOperations);
  // A server knows its own calls by its store, so this makes two servers.
  const { store: common } = server.repository.ports;
  const serverOver = (store: typeof common) => {
    const ports = { ...server.repository.ports, store };
    return createApp({ repository: { ...server.repository, ports }, operations, staticFiles: undefined });
  };
  const servers = Array.from({ length: 3 }, () => serverOver({ ...common }));
  const create = (app: (typeof servers)[number], key: string) =>
    app.fetch(
      new Request(`http://localhost/nuxeo/api/v1/id/${folder}`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${btoa('fry:fry')}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ 'entity-type': 'document', type: 'Note', name }),
      }),
    );
  const answers = await Promise.all(servers.map((app) => create(app, 'fry-2')));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201],
  );
  assert.equal(new Set(await Promise.all(answers.map((answer) => answer.text()))).size, 1);
  // On one server the others get a 409 while the first one is being answered.
  const refused = Promise.withResolvers<void>();
  const one = serverOver({
    ...common,
    begin: (hints) => {
      const unit = common.begin(hints);
      const commit = unit.commit.bind(unit);
      unit.commit = async () => {
        if (unit.isWriting) await refused.promise;
        await commit();
      };
      return unit;
    },
  });
  let left = 2;
  const together = await Promise.all(
    ['', '', ''].map(async () => {
      const answer = await create(one, 'fry-3');
      if (answer.status === 409 && --left === 0) refused.resolve();
      return answer;
    }),
  );
  assert.deepEqual(together.map(({ status }) => status).sort(), [201, 409, 409]);
  const list = await server.ask(`/id/${folder}/@children`, { as: 'fry' });
  assert.equal(list.body.resultsCount, 2);
});

test('the app: its files, and its page for every other address', async () => {
  const files = new Map([
    ['/index.html', '<base href="./" />'],
    ['/assets/a-1.js', 'x'],
  ]);
  const app = createApp({
    repository: server.repository,
    operations: createOperationRunner(ownOperations),
    staticFiles: {
      open: async (path) => {
        const text = files.get(path);
        return text === undefined
          ? undefined
          : {
              bytes: new TextEncoder().encode(text),
              type: 'text/plain',
              etag: '"1"',
              encoded: new Map(),
              isHashed: path.startsWith('/assets/'),
            };
      },
    },
  });
  const get = (path: string, headers = {}) => app.fetch(new Request(`http://localhost${path}`, { headers }));
  const page = await get('/doc/42', { Accept: 'text/html,*/*;q=0.8' });
  assert.equal(await page.text(), '<base href="/" />');
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /unsafe/);
  assert.match((await get('/assets/a-1.js')).headers.get('cache-control') ?? '', /immutable/);
  assert.equal((await get('/assets/missing.js')).status, 404);
  assert.equal((await get('/nuxeo/nothing')).status, 404);
  assert.equal((await get('/')).status, 200);
  assert.equal((await get('/api/v1/path/', { Accept: '*/*' })).status, 404);
});
