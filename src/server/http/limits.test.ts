/** What a single call may use: small requests that once stopped everybody (R12). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '../testing/test-server.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members', 'powerusers');
const folder = await addDocument(server, '/default-domain/workspaces', 'Folder', 'limits');
const as = 'leela';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const loop = (id: string, parameters: object) => ({ id, list: 'L', parameters });

test('loops in loops end after so many steps', async () => {
  const inner = loop('RunOperationOnList', loop('Context.SetVar', { name: 'q', value: '1' }));
  const { status, text } = await server.ask('/automation/RunOperationOnList', {
    as,
    json: { params: loop('RunOperationOnList', inner), context: { L: numbers(1000) } },
  });
  assert.equal(status, 400);
  assert.match(text, /more than 10000 steps/);
});

test('a loop lets others have their turn', async () => {
  const answered: string[] = [];
  const long = server
    .ask('/automation/RunOperationOnList', {
      as,
      json: {
        params: loop('RunOperationOnList', loop('Context.SetVar', { name: 'q', value: '1' })),
        context: { L: numbers(90) },
      },
    })
    .then(({ status }) => answered.push(`loop ${status}`));
  await server.ask('/me', { as }).then(({ status }) => answered.push(`other ${status}`));
  await long;
  assert.deepEqual(answered, ['other 200', 'loop 204']);
});

test('a loop ends when its caller goes', async () => {
  const leaving = new AbortController();
  const request = new Request('http://localhost:8080/nuxeo/api/v1/automation/RunOperationOnList', {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      Authorization: `Basic ${Buffer.from('leela:leela').toString('base64')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ params: loop('Context.SetVar', { name: 'q', value: '1' }), context: { L: [1] } }),
  });
  leaving.abort();
  const answer = await server.fetch(request);
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /The caller has gone/);
});

test('texts that double end', async () => {
  const double = { name: 'x', value: 'expr:@{x}@{x}' };
  const { status, text } = await server.ask('/automation/RunOperationOnList', {
    as,
    json: {
      params: { ...loop('Context.SetVar', double), isolate: false },
      context: { L: numbers(60), x: 'ha' },
    },
  });
  assert.equal(status, 400);
  assert.match(text, /values of more than \d+ bytes/);
});

test('a call that has changed something does not wait for jobs', async () => {
  for (const [id, parameters] of [
    ['Elasticsearch.WaitForIndexing', { waitForBulkService: true }],
    ['Bulk.WaitForAction', { commandId: 'x' }],
  ] as const) {
    const { status, text } = await server.ask('/automation/RunOperationOnList', {
      json: {
        params: { ...loop('RunOperation', {}), item: 'id' },
        input: folder,
        context: { L: ['Document.Lock', id], parameters, ...parameters },
      },
    });
    assert.equal(status, 400, text);
    assert.match(text, /cannot wait for jobs/);
  }
});

test('a bulk command does not wait for jobs, and nobody waits for it', async () => {
  const query = encodeURIComponent(`SELECT * FROM Document WHERE ecm:uuid = '${folder}'`);
  const parameters = { timeoutSecond: 600, waitForBulkService: true };
  const submitted = await server.ask(`/search/bulk/automation?query=${query}`, {
    as,
    json: { operationId: 'Elasticsearch.WaitForIndexing', parameters },
  });
  assert.equal(submitted.status, 202, submitted.text);
  await server.runJobs();
  const { body } = await server.ask(`/bulk/${String(submitted.body.commandId)}`, { as });
  assert.equal(body.state, 'COMPLETED');
  assert.equal(body.errorCount, 1);
  assert.match(JSON.stringify(body.errors), /cannot wait for jobs/);
  assert.match(String(body.errorMessage), /fails on documents: \[/);
});

test('a job does not wait for other jobs', async () => {
  const path = '/automation/Elasticsearch.WaitForIndexing/@async';
  const { headers } = await server.ask(path, { as, json: {} });
  await server.runJobs();
  const location = new URL(headers.get('location') ?? '').pathname.replace(/\/status$/, '');
  const { status, text } = await server.ask(location, { as });
  assert.equal(status, 400, text);
  assert.match(text, /A job cannot wait for other jobs/);
});

test('JSON of too many values is refused', async () => {
  const { status, text } = await server.ask('/automation/Context.SetVar', {
    as,
    json: { context: { x: numbers(200_000) } },
  });
  assert.equal(status, 413);
  assert.match(text, /more than 100000 values/);
});
