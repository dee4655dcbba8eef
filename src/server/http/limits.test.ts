/** Limits of a single call: small requests that once blocked the server (R12). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonObject } from '#wire/json.ts';
import { type Answer, addDocument, addUser, startTestServer } from '../testing/test-server.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members', 'powerusers');
const folder = await addDocument(server, '/default-domain/workspaces', 'Folder', 'limits');
const file = await addDocument(server, '/default-domain/workspaces', 'File', 'limited');
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
  // The verified password is then cached: hashing it would give other calls a turn.
  await server.ask('/me', { as });
  let turns = 0;
  let isOver = false;
  const take = (): void => {
    turns += 1;
    if (!isOver) setImmediate(take);
  };
  const long = server.ask('/automation/RunOperationOnList', {
    as,
    json: {
      params: loop('RunOperationOnList', loop('Context.SetVar', { name: 'q', value: '1' })),
      context: { L: numbers(90) },
    },
  });
  take();
  assert.equal((await long).status, 204);
  isOver = true;
  // Without pauses, the loop would end within the first turn.
  assert.ok(turns > 2, `${turns} turns`);
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

/** Refused with a message of the interface. */
function refused(answer: Answer): void {
  assert.equal(answer.status, 400, answer.text);
  assert.equal(answer.body['entity-type'], 'exception');
  assert.equal(typeof answer.body.message, 'string');
}

test('an index search has as many conditions and ranges as an index takes', async () => {
  const search = (json: object) => server.ask('/nuxeo/site/es/nuxeo/_search', { json: { size: 0, ...json } });
  const clauses = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ term: { 'dc:title': `x${index}` } }));
  const bool = { should: clauses(600), must_not: [{ bool: { must: clauses(600) } }] };
  refused(await search({ query: { bool } }));
  refused(await search({ query: { query_string: { query: 'x', fields: Array(2_000).fill('dc:title') } } }));
  const ranges = Array.from({ length: 2_000 }, (_, from) => ({ from, to: from + 1 }));
  refused(await search({ aggs: { a: { range: { field: 'file:content/length', ranges } } } }));
  const inner = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`a${index}`, { cardinality: { field: 'dc:title' } }]),
    );
  refused(await search({ aggs: inner(1_100) }));
  refused(await search({ aggs: { ...inner(600), b: { filter: { match_all: {} }, aggs: inner(600) } } }));
  const few = await search({ query: { bool: { should: clauses(300) } } });
  assert.equal(few.status, 200);
});

test('enrichers and the like are few', async () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `n${index}`).join();
  for (const name of ['enrichers.document', 'fetch.document', 'properties'])
    refused(await server.ask(`/id/${file}?${name}=${names}`));
});

test('very many properties are taken one by one', async () => {
  const update = (properties: object | string, propertiesBehaviors = {}) =>
    server.ask('/automation/Document.Update', {
      json: { input: file, params: { properties, propertiesBehaviors } },
    });
  const numbers = Array.from({ length: 30_000 }, (_, index) => index);
  // Each of these took minutes, because all values were copied or searched for each of them.
  const unknown = numbers.flatMap((index) => [`dc:n${index}=x`, `n${index}=x`, `dc:n${index}/0=x`]);
  const named = await update(`dc:title=first\n${unknown.join('\n')}\ndc:description=last`);
  assert.equal(named.body.title, 'first');
  const items = numbers.map((index) => `dc:contributors/${index}=p${index}`).join('\n');
  assert.equal((await update(items)).status, 200);
  const behavior = { 'dc:contributors': 'append_excluding_duplicates' };
  const list = numbers.map((index) => `p${index + 10}`);
  assert.equal((await update({ 'dc:contributors': list }, behavior)).status, 200);
  const { body } = await server.ask(`/id/${file}?properties=dublincore`);
  assert.ok(isJsonObject(body.properties));
  const contributors = body.properties['dc:contributors'];
  assert.ok(Array.isArray(contributors));
  assert.equal(body.properties['dc:description'], 'last');
  assert.deepEqual(contributors.slice(0, 2), ['p0', 'p1']);
  assert.equal(contributors.filter((name) => name !== 'Administrator').length, numbers.length + 10);
  assert.equal((await update({ 'dc:contributors': [] })).status, 200);
});
