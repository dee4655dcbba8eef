import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const entry = (properties: object) => ({
  'entity-type': 'directoryEntry',
  directoryName: 'nature',
  properties,
});

test('refusals', async () => {
  assert.equal((await server.ask('/directory/unknown')).status, 404);
  assert.equal((await server.ask('/directory/nature/unknown')).body.message, 'Entry not found');
  assert.equal(
    (await server.ask('/directory/nature', { as: 'leela', json: entry({ id: 'x' }) })).status,
    403,
  );
  assert.equal((await server.ask('/directory/nature', { json: entry({ id: 'article' }) })).status, 409);
  assert.equal(
    (await server.ask('/directory/nature', { body: 'x', headers: { 'Content-Type': 'text/plain' } })).status,
    415,
  );
});

test('system directories are not listed', async () => {
  const { body } = await server.ask('/directory');
  assert.match(JSON.stringify(body.entries), /"continent"/);
  assert.doesNotMatch(JSON.stringify(body.entries), /oauth2Clients|userDirectory/);
});

test('entries in pages, labels translated when asked', async () => {
  const page = await server.ask('/directory/nature?pageSize=2&currentPageIndex=1');
  assert.equal(page.body.currentPageOffset, 2);
  assert.equal(page.body.currentPageSize, 2);
  const continents = await server.ask('/directory/continent?pageSize=2');
  assert.match(continents.text, /"id":"europe".*"id":"africa"/);
  const article = await server.ask('/directory/nature/article', {
    headers: { 'translate-directoryEntry': 'label' },
  });
  assert.match(article.text, /"label":"Article"/);
});

test('numbers of 64 bits are kept exactly, larger ones refused', async () => {
  const post = (ordering: string) =>
    server.ask('/directory/nature', {
      body: `{"entity-type":"directoryEntry","directoryName":"nature","properties":{"id":"long","ordering":${ordering}}}`,
      headers: { 'Content-Type': 'application/json' },
    });
  assert.equal((await post('9223372036854775808')).status, 400);
  assert.match((await post('9223372036854775807')).text, /"ordering":9223372036854775807\}/);
  assert.match((await server.ask('/directory/nature/long')).text, /"ordering":9223372036854775807\}/);
});

test('an id may be a whole web address; parents are fetched', async () => {
  const id = 'http://address.com/';
  assert.equal((await server.ask('/directory/nature', { json: entry({ id, label: 'x' }) })).status, 201);
  const changed = await server.ask(`/directory/nature/${id}`, {
    method: 'PUT',
    json: { ...entry({ label: 'y' }), id },
  });
  assert.equal(changed.status, 200);
  assert.equal((await server.ask(`/directory/nature/${encodeURIComponent(id)}`)).status, 200);
  assert.equal(
    (await server.ask(`/directory/nature/${encodeURIComponent(id)}`, { method: 'DELETE' })).status,
    204,
  );
  const france = await server.ask('/directory/country/France', {
    headers: { 'fetch-directoryEntry': 'parent' },
  });
  assert.match(france.text, /"parent":\{"entity-type":"directoryEntry","directoryName":"continent"/);
});
