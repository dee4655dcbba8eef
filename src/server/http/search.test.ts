import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
await addUser(server, 'stranger');
await addDocument(server, '/default-domain/workspaces', 'Folder', 'box');
for (const name of ['alpha', 'beta', 'gamma'])
  await addDocument(server, '/default-domain/workspaces/box', 'File', name);

const query = (nxql: string, more = '') =>
  `/search/lang/NXQL/execute?query=${encodeURIComponent(nxql)}${more}`;

test('a faulty query is a 400 that says what and where', async () => {
  for (const address of [
    query('SELECT * FROM'),
    `/query?query=${encodeURIComponent("SELECT * FROM File WHERE dc:title = 'x")}`,
  ]) {
    const failed = await server.ask(address);
    assert.equal(failed.status, 400);
    assert.match(String(failed.body.message), /^Failed to execute query: SELECT/);
    assert.equal(failed.body.statusCode, 400);
    assert.ok(Array.isArray(failed.body.infos));
  }
  assert.equal((await server.ask('/search/lang/SQL/execute?query=x')).body.message, 'invalid query language');
  assert.equal((await server.ask('/search/pp/unknown/execute')).status, 404);
});

test('pages, sorting and parameters', async () => {
  const found = await server.ask(
    query(
      'SELECT * FROM File WHERE dc:title != ?',
      '&queryParams=beta&pageSize=1&sortBy=dc:title&sortOrder=asc',
    ),
  );
  assert.equal(found.body.resultsCount, 2);
  assert.equal(found.body.isNextPageAvailable, true);
  assert.match(found.text, /"title":"alpha"/);
  assert.doesNotMatch(found.text, /"title":"gamma"/);
});

test('nobody finds what they may not see', async () => {
  const all = 'SELECT * FROM File';
  assert.equal((await server.ask(query(all), { as: 'leela' })).body.resultsCount, 3);
  assert.equal((await server.ask(query(all), { as: 'stranger' })).body.resultsCount, 0);
});

test('@search: words below a document; a faulty query is an error inside the list', async () => {
  assert.equal((await server.ask('/path/default-domain/@search')).status, 400);
  const words = await server.ask('/path/default-domain/@search?fullText=alpha');
  assert.equal(words.body.resultsCount, 1);
  const faulty = await server.ask('/path/default-domain/@search?query=SELECT');
  assert.equal(faulty.status, 200);
  assert.equal(faulty.body.hasError, true);
});

test('page providers run and describe themselves', async () => {
  const described = await server.ask('/search/pp/default_search');
  assert.equal(described.body.name, 'default_search');
  const run = await server.ask('/search/pp/default_search/execute?ecm_fulltext=gamma');
  assert.equal(run.body.resultsCount, 1);
  assert.ok(run.body.aggregations);
});

test('saved searches', async () => {
  const post = (body: object) =>
    server.ask('/search/saved', { json: { 'entity-type': 'savedSearch', ...body } });
  assert.equal(
    (await post({ query: 'SELECT * FROM File', queryLanguage: 'NXQL' })).body.message,
    'title cannot be empty',
  );
  const saved = await post({
    title: 'Files',
    query: 'SELECT * FROM File',
    queryLanguage: 'NXQL',
    pageSize: 2,
  });
  assert.equal(saved.status, 200);
  const id = String(saved.body.id);
  assert.equal((await server.ask(`/search/saved/${id}/execute`)).body.currentPageSize, 2);
  assert.notEqual((await server.ask(`/search/saved/${id}`, { as: 'stranger' })).status, 200);
  assert.equal((await server.ask(`/search/saved/${id}`, { method: 'DELETE' })).status, 204);
});

test('a saved search is replaced whole, and keeps its parameters as they were sent', async () => {
  const send = (address: string, method: string, body: object) =>
    server.ask(address, { method, json: { 'entity-type': 'savedSearch', ...body } });
  const params = { dc_modified_agg: ['last24h', 'lastWeek'], ecm_fulltext: 'deed', empty: null };
  const saved = await send('/search/saved', 'POST', {
    title: 'Mine',
    pageProviderName: 'default_search',
    params,
  });
  // The other fields of the provider's search are added, empty.
  const none = { dc_creator_agg: [], ecm_path: [], dc_created_min: null };
  assert.partialDeepStrictEqual(saved.body.params, { ...params, ...none });
  const address = `/search/saved/${saved.body.id}`;
  for (const [body, message] of [
    [{ pageProviderName: 'default_search' }, 'title cannot be empty'],
    [{ title: 'Mine', query: 'SELECT * FROM File' }, 'queryLanguage parameter is missing'],
    [{ title: 'Mine', queryLanguage: 'NXQL' }, 'query parameter is missing'],
  ] as const) {
    const refused = await send(address, 'PUT', body);
    assert.equal(refused.status, 400);
    assert.equal(refused.body.message, message);
  }
  const query = { title: 'Mine', query: 'SELECT * FROM File', queryLanguage: 'NXQL' };
  const replaced = await send(address, 'PUT', query);
  assert.equal(replaced.body.pageProviderName, null);
  assert.deepEqual(replaced.body.params, {});
  assert.equal((await server.ask(`${address}/execute`)).body.resultsCount, 3);
});

test('a saved search runs with the values it was saved with, and those it is given', async () => {
  const save = async (search: object) => {
    const { body } = await server.ask('/search/saved', {
      json: { 'entity-type': 'savedSearch', title: 'Saved', ...search },
    });
    return `/search/saved/${body.id}/execute`;
  };
  const found = async (address: string) => (await server.ask(address)).body.resultsCount;
  const provider = {
    pageProviderName: 'default_search',
    params: { ecm_fulltext: 'gamma', dc_creator: '["Administrator"]' },
  };
  const byProvider = await save(provider);
  assert.equal(await found(byProvider), 1);
  assert.equal(await found(`${byProvider}?dc_creator=${encodeURIComponent('["nobody"]')}`), 0);
  const query = 'SELECT * FROM Document WHERE dc:title = ? AND dc:creator = ?';
  const byQuery = await save({ query, queryLanguage: 'NXQL', queryParams: 'gamma,$currentUser' });
  assert.equal(await found(byQuery), 1);
  assert.equal(await found(`${byQuery}?queryParams=gamma&queryParams=nobody`), 0);
});

test('a bulk action takes the values of its query, wherever that is', async () => {
  const text = 'SELECT * FROM File WHERE dc:title = ?';
  const saved = await server.ask('/search/saved', {
    json: {
      'entity-type': 'savedSearch',
      title: 'One',
      query: text,
      queryLanguage: 'NXQL',
      queryParams: 'alpha',
    },
  });
  const params = {
    action: 'setProperties',
    query: text,
    queryParams: ['alpha'],
    providerName: '',
    parameters: '{}',
  };
  const submitted = [
    await server.ask(`/search/bulk/setProperties?query=${encodeURIComponent(text)}&queryParams=alpha`, {
      json: {},
    }),
    await server.ask(`/search/saved/${saved.body.id}/bulk/setProperties`, { json: {} }),
  ];
  const run = await server.ask('/automation/Bulk.RunAction', { json: { params } });
  await server.runJobs();
  assert.ok(isJsonObject(run.body.value));
  for (const { commandId } of [...submitted.map(({ body }) => body), run.body.value]) {
    const { body: status } = await server.ask(`/bulk/${commandId}`);
    assert.deepEqual([status.state, status.total], ['COMPLETED', 1]);
  }
});

test('a bulk action over a query', async () => {
  const address = `/search/bulk/setProperties?query=${encodeURIComponent("SELECT * FROM File WHERE dc:title = 'alpha'")}`;
  assert.equal((await server.ask('/search/bulk/unknown?query=SELECT * FROM File', { json: {} })).status, 400);
  const submitted = await server.ask(address, { json: { 'dc:description': 'changed' } });
  assert.equal(submitted.status, 202);
  await server.runJobs();
  const id = String(submitted.body.commandId);
  assert.equal((await server.ask(`/bulk/${id}`)).body.state, 'COMPLETED');
  assert.equal((await server.ask(`/bulk/${id}`, { as: 'leela' })).status, 404);
  assert.match(
    (await server.ask(query("SELECT * FROM File WHERE dc:description = 'changed'"))).text,
    /"title":"alpha"/,
  );
});
