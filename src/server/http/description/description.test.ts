/** The description is complete: it names exactly what the server has, and is valid OpenAPI. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { answerCheck } from '#server/testing/described-answers.test-support.ts';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject, type JsonObject } from '#wire/json.ts';
import { adapterNames } from '../document-adapters/registry.ts';
import { oauthActions } from '../oauth/servlet.ts';
import { routes } from '../routes.ts';
import { servlets } from '../servlets/servlets.ts';
import { allAdapterDescriptions, documentPatterns, routeDescriptions, splitKey } from './openapi.ts';
import { servletDescriptions } from './servlet-descriptions.ts';

const server = await startTestServer();
await addUser(server, 'mona', 'members');
const description = (await server.ask('/openapi.json', { as: 'mona' })).body;

test('the description needs a sign-in', async () => {
  assert.equal((await server.ask('/openapi.json', { as: null })).status, 401);
});

test('it is fetched again only when it has changed', async () => {
  const first = await server.ask('/openapi.json', { as: 'mona' });
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^".+"$/);
  const headers = { 'If-None-Match': `"other", W/${etag}` };
  const again = await server.ask('/openapi.json', { as: 'mona', headers });
  assert.deepEqual([again.status, again.text], [304, '']);
  const other = await server.ask('/openapi.json', { as: 'mona', headers: { 'If-None-Match': '"other"' } });
  assert.equal(other.status, 200);
});

test('it is OpenAPI 3.1, and all that it points to is there', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(description));
  assert.ok(valid, JSON.stringify(errors));
  assert.equal(validator.version, '3.1');
  const ids = operations().map(({ operationId }) => operationId);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  for (const [pointer] of JSON.stringify(description).matchAll(/#\/components\/[^"]+/g))
    assert.ok(pointed(pointer), pointer);
});

test('every route is described, and only those', () => {
  const own = documentPatterns.flatMap((pattern) =>
    Object.keys(routeDescriptions).filter((key) => key.endsWith(` ${pattern}`)),
  );
  const inTable = routes.flatMap(({ methods, pattern }) => methods.map((method) => `${method} ${pattern}`));
  assert.deepEqual([...inTable, ...own].toSorted(), Object.keys(routeDescriptions).toSorted());
});

test('every address beside the interface is described, and only those', () => {
  const described = Object.keys(servletDescriptions);
  const isOf = (key: string, path: string): boolean =>
    path.endsWith('*') ? splitKey(key)[1].startsWith(path.slice(0, -1)) : splitKey(key)[1] === path;
  for (const { path } of servlets)
    assert.ok(
      described.some((key) => isOf(key, path)),
      path,
    );
  for (const key of described)
    assert.ok(
      servlets.some(({ path }) => isOf(key, path)),
      key,
    );
  const actions = described.flatMap((key) => /^\w+ \/oauth2\/([^{]+)$/.exec(key)?.[1] ?? []);
  assert.deepEqual(new Set(actions), new Set(Object.keys(oauthActions)));
  for (const [action, method] of Object.entries(oauthActions))
    assert.ok(described.includes(`${method} /oauth2/${action}`), action);
});

test('every adapter is described with the methods that it takes, and only those', async () => {
  const described = Object.keys(allAdapterDescriptions);
  const names = described.map((key) => /@(\w+)/.exec(key)?.[1] ?? '');
  assert.deepEqual(new Set(names), new Set(adapterNames));
  const id = await addDocument(server, '/default-domain/workspaces', 'File', 'described');
  for (const name of adapterNames) {
    // Without a name after it, these are not addresses.
    const rest = described.some((key) => key.endsWith(`@${name}`)) ? '' : '/x';
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status } = await server.ask(`/id/${id}/@${name}${rest}`, { method });
      const isDescribed = described.some(
        (key) => key.startsWith(`${method} @${name}`) && key.split('/').length <= (rest ? 2 : 1),
      );
      assert.equal(status !== 405, isDescribed, `${method} @${name}: ${status}`);
    }
  }
});

test('every operation is described with its parameters', async () => {
  const { body } = await server.ask('/automation');
  const all = Array.isArray(body.operations) ? body.operations.filter(isJsonObject) : [];
  assert.ok(all.length > 100);
  for (const { url, params } of all) {
    const run = pointed(`#/paths/~1api~1v1~1automation~1${String(url)}/post`);
    const names = Array.isArray(params) ? params.filter(isJsonObject).map(({ name }) => String(name)) : [];
    const sent = JSON.stringify(run?.requestBody);
    for (const name of names) assert.ok(sent.includes(`"${name}":{`), `${String(url)} ${name}`);
  }
  const query = JSON.stringify(pointed('#/paths/~1api~1v1~1automation~1Repository.GetDocument/post'));
  assert.ok(query.includes('#/components/schemas/Document"'));
});

test('an answer that the description does not have is refused', async () => {
  const check = answerCheck(description, '/nuxeo');
  const held = (path: string, body: object, status = 200, type = 'application/json'): Promise<void> =>
    check(
      new Request(`http://localhost/nuxeo${path}`, { method: path.includes('automation') ? 'POST' : 'GET' }),
      new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } }),
    );
  const { body } = await server.ask('/path/default-domain');
  const { title: _title, ...untitled } = body;
  await assert.rejects(held('/api/v1/path/default-domain', untitled), /title/);
  await assert.rejects(held('/api/v1/id/x', { ...body, isTrashed: 'no' }), /isTrashed/);
  await assert.rejects(held('/api/v1/id/x/@search/@children', body), /entries/);
  await assert.rejects(held('/api/v1/repo/default/id/x/@acl', body), /acl/);
  await assert.rejects(held('/site/automation/Document.Fetch', { ...body, facets: 1 }), /facets/);
  await assert.rejects(held('/api/v1/id/x', { message: 'no' }, 404), /entity-type/);
  await assert.rejects(held('/api/v1/id/x', body, 203), /not described/);
  await assert.rejects(held('/api/v1/id/x', body, 200, 'text/html'), /not described/);
  await assert.rejects(held('/api/v1/nowhere', body), /not described/);
  await held('/site/api/v1/path/default-domain', body);
});

function operations(): readonly JsonObject[] {
  const { paths } = description;
  return Object.values(isJsonObject(paths) ? paths : {})
    .filter(isJsonObject)
    .flatMap((methods) => Object.values(methods).filter(isJsonObject));
}

function pointed(pointer: string): JsonObject | undefined {
  let found: JsonObject[string] = description;
  for (const name of pointer.split('/').slice(1))
    found = isJsonObject(found) ? found[name.replaceAll('~1', '/')] : undefined;
  return isJsonObject(found) ? found : undefined;
}
