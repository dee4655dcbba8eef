/**
 * Engine-owned values cannot be changed by a person with all rights in a workspace: tries every type, every owned property and
 * facet, in every way to write.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { FieldDefinition } from '../core/types/definitions.ts';
import { type Answer, type Asked, addDocument, addUser, startTestServer } from './test-server.ts';

const server = await startTestServer();
const { types } = server.repository;
const workspaces = '/default-domain/workspaces';
const mine = `${workspaces}/mine`;

function forged(field: FieldDefinition): Json {
  if (field.list) return [forged({ ...field, list: false })];
  switch (field.type) {
    case 'complex':
      return Object.fromEntries((field.fields ?? []).map((part) => [part.name, forged(part)]));
    case 'long':
    case 'integer':
    case 'double':
      return 7;
    case 'boolean':
      return true;
    case 'date':
      return '2020-01-02T03:04:05.000Z';
    case 'blob':
      return null;
    default:
      return 'forged';
  }
}

const ownedFields = [...types.schemas.values()].flatMap((schema) =>
  schema.owned ? schema.fields.map((field) => ({ name: `${schema.prefix}:${field.name}`, field })) : [],
);
const forgery: JsonObject = Object.fromEntries(ownedFields.map(({ name, field }) => [name, forged(field)]));
const ownedFacets = [...types.facets.values()].filter(({ owned }) => owned).map(({ name }) => name);
const names = [...types.types.keys()];
const freeTypes = names.filter((name) => !types.isOwnedType(name));
const ownedTypes = names.filter((name) => types.isOwnedType(name));

let token = '';
let root = '';
let section = '';
const ask = (path: string, { headers = {}, ...options }: Asked = {}): Promise<Answer> =>
  server.ask(path, { ...options, as: null, headers: { ...headers, 'X-Authentication-Token': token } });
const operate = (id: string, input: string, params: object): Promise<Answer> =>
  ask(`/automation/${id}`, { json: { input, params } });
const entity = (type: string, name: string, properties: JsonObject) => ({
  'entity-type': 'document',
  type,
  name,
  properties,
});

/** The stored document without what ordinary changes affect. */
interface Stored {
  readonly owned: object;
  readonly facets: readonly string[];
  readonly parentId: string | null;
}

async function stored(id: string): Promise<Stored> {
  const unit = server.repository.ports.store.begin();
  try {
    const row = await unit.stores.documents.get(id);
    assert.ok(row);
    const owned = ownedFields.map(({ name }) => [name, row.properties[name] ?? null]);
    return {
      owned: Object.fromEntries(owned),
      facets: row.facets.filter((facet) => types.isOwnedFacet(facet)),
      parentId: row.parentId,
    };
  } finally {
    await unit.rollback();
  }
}

before(async () => {
  await addUser(server, 'm', 'members');
  const workspace = await addDocument(server, workspaces, 'Workspace', 'mine');
  section = await addDocument(server, '/default-domain/sections', 'Section', 'open');
  for (const input of [workspace, section])
    await server.ask('/automation/Document.AddPermission', {
      json: { input, params: { username: 'm', permission: 'Everything' } },
    });
  const query = 'applicationName=test&deviceId=test&permission=rw';
  token = (await server.ask(`/nuxeo/authentication/token?${query}`, { as: 'm' })).text;
  root = String((await server.ask('/path/')).body.uid);
});

test('there is something to keep', () => {
  assert.ok(ownedFields.length > 40);
  for (const name of [
    'RoutingTask',
    'DocumentRoute',
    'Comment',
    'Annotation',
    'Relation',
    'TaskRoot',
    'Root',
  ])
    assert.ok(ownedTypes.includes(name), name);
});

describe('types that the engine owns', () => {
  for (const type of ownedTypes)
    test(`${type} is made by nobody`, async () => {
      const made = [
        await ask(`/path${mine}`, { json: entity(type, 'forged', forgery) }),
        await operate('Document.Create', mine, { type, name: 'forged', properties: forgery }),
        await server.ask(`/path${mine}`, { json: entity(type, 'forged', forgery) }),
      ];
      for (const { status, body } of made) {
        assert.equal(status, 403);
        assert.match(String(body.message), /made by the server's own rules only/);
      }
    });

  test('real ones are neither moved, copied, published nor taken away by who may only write there', async () => {
    const document = await addDocument(server, mine, 'File', 'spoken-of');
    const other = await addDocument(server, mine, 'File', 'other');
    await server.ask(`/id/${document}/@comment`, {
      json: { 'entity-type': 'comment', parentId: document, text: 'said' },
    });
    await server.ask('/automation/Document.AddRelation', {
      json: { input: document, params: { object: other, predicate: 'cites' } },
    });
    await ask(`/id/${document}/@workflow`, {
      json: {
        'entity-type': 'workflow',
        workflowModelName: 'SerialDocumentReview',
        attachedDocumentIds: [document],
      },
    });
    const found = await server.ask(
      '/search/lang/NXQL/execute?query=SELECT * FROM Document WHERE ecm:primaryType IN (' +
        "'Comment','CommentRoot','Relation','RoutingTask','DocumentRoute','TaskRoot') AND ecm:isVersion = 0",
    );
    const real = (Array.isArray(found.body.entries) ? found.body.entries : []).filter(isJsonObject);
    assert.ok(new Set(real.map(({ type }) => type)).size >= 5);
    for (const { uid, type } of real) {
      const id = String(uid);
      const was = await stored(id);
      const ways: readonly (readonly [string, object])[] = [
        ['Document.Move', { target: mine }],
        ['Document.Copy', { target: mine }],
        ['Document.PublishToSection', { target: section }],
        ['Document.Update', { properties: forgery }],
      ];
      for (const [operation, params] of ways) {
        const { status } = await operate(operation, id, params);
        if (operation !== 'Document.Update') assert.equal(status, 403, `${operation} ${type}`);
        assert.deepEqual(await stored(id), was, `${operation} ${type}`);
      }
      await ask(`/id/${id}`, { method: 'PUT', json: entity(String(type), 'x', forgery) });
      assert.deepEqual(await stored(id), was);
    }
    const copied = await operate('Document.Copy', mine, { target: mine, name: 'whole' });
    assert.equal(copied.status, 200);
    const along = await server.ask(
      `/search/lang/NXQL/execute?query=SELECT * FROM Document WHERE ecm:path STARTSWITH '${mine}/whole' AND
       ecm:primaryType IN ('Comment','CommentRoot','Relation')`,
    );
    assert.equal(along.body.resultsCount, 0);
  });
});

/** All ways to write to an existing document; the answer's status matters only where it is given. */
const ways: readonly {
  readonly way: string;
  readonly write: (id: string, property: string) => Promise<Answer>;
  readonly refused?: boolean;
  /** Once for all properties together. */
  readonly atOnce?: boolean;
}[] = [
  {
    way: 'PUT of the document',
    atOnce: true,
    write: (id) => ask(`/id/${id}`, { method: 'PUT', json: entity('', '', forgery) }),
  },
  {
    way: 'Document.Update',
    atOnce: true,
    write: (id) => operate('Document.Update', id, { properties: forgery }),
  },
  {
    way: 'Document.Update that appends',
    atOnce: true,
    write: (id) =>
      operate('Document.Update', id, {
        properties: forgery,
        propertiesBehaviors: Object.fromEntries(
          Object.keys(forgery).map((name) => [name, 'append_excluding_duplicates']),
        ),
      }),
  },
  {
    way: 'PUT of several documents',
    atOnce: true,
    write: (id) => ask(`/bulk?id=${id}`, { method: 'PUT', json: entity('', '', forgery) }),
  },
  {
    way: 'a form with the operation',
    atOnce: true,
    write: (id) => {
      const form = new FormData();
      const request = { input: id, params: { properties: forgery } };
      form.set('request', new Blob([JSON.stringify(request)], { type: 'application/json' }));
      return ask('/automation/Document.Update', { body: form });
    },
  },
  {
    way: 'unsaved changes that are saved by a later step',
    atOnce: true,
    write: (id) =>
      ask('/automation/RunOperationOnList', {
        json: {
          params: { id: 'Document.Update', list: 'all', item: 'one', parameters: { properties: forgery } },
          context: { all: [id] },
        },
      }),
  },
  {
    way: 'Document.SetProperty',
    write: (id, xpath) => operate('Document.SetProperty', id, { xpath, value: forgery[xpath] }),
  },
  {
    way: 'Document.RemoveProperty',
    write: (id, xpath) => operate('Document.RemoveProperty', id, { xpath }),
  },
  {
    way: 'Document.AddEntryToMultivaluedProperty',
    write: (id, xpath) => operate('Document.AddEntryToMultivaluedProperty', id, { xpath, value: 'forged' }),
  },
  {
    way: 'Document.AddItemToListProperty',
    write: (id, xpath) =>
      operate('Document.AddItemToListProperty', id, { xpath, complexJsonProperties: '[{"label":"x"}]' }),
  },
  {
    way: 'Document.ResetSchema',
    write: (id, xpath) => operate('Document.ResetSchema', id, { xpath }),
  },
];

describe('properties that the engine owns', () => {
  for (const type of freeTypes)
    test(`of a ${type} are not given by who makes it`, async () => {
      const made = [
        await ask(`/path${mine}`, { json: entity(type, `a-${type}`, forgery) }),
        await operate('Document.Create', mine, { type, name: `b-${type}`, properties: forgery }),
      ];
      for (const { status, body } of made) {
        assert.ok(status < 300, String(body.message));
        assert.deepEqual(await stored(String(body.uid)), {
          owned: Object.fromEntries(ownedFields.map(({ name }) => [name, null])),
          facets: [],
          parentId: String(body.parentRef),
        });
      }
    });

  test('of a document that has all of them', async () => {
    // Made by the rules: a tag, a subscription, two collections; and a quota, which only administrators can set.
    const id = await addDocument(server, mine, 'Workspace', 'full');
    const collection = String((await operate('Collection.Create', mine, { name: 'mine' })).body.uid ?? '');
    for (const [operation, params] of [
      ['Services.TagDocument', { tags: 'seen' }],
      ['Document.Subscribe', {}],
      ['Document.AddToFavorites', {}],
      ['Document.AddToCollection', { collection }],
    ] as const)
      assert.ok((await operate(operation, id, params)).status < 300, operation);
    await server.ask('/automation/Quotas.SetMaxSize', {
      json: { input: id, params: { maxSize: 1_000_000 } },
    });
    for (const target of [id, collection]) {
      const was = await stored(target);
      for (const { way, write, atOnce } of ways)
        for (const { name } of atOnce ? ownedFields.slice(0, 1) : ownedFields) {
          const { status } = await write(target, name);
          assert.deepEqual(await stored(target), was, `${way} ${name}`);
          if (!atOnce) assert.ok(status >= 400, `${way} ${name} ${status}`);
        }
      for (const facet of ownedFacets)
        for (const operation of ['Document.AddFacet', 'Document.RemoveFacet']) {
          assert.equal((await operate(operation, target, { facet })).status, 400, `${operation} ${facet}`);
          assert.deepEqual(await stored(target), was);
        }
      const source = target === id ? collection : id;
      for (const schema of types.schemas.keys()) {
        await operate('Document.CopySchema', target, { schema, sourceId: source });
        assert.deepEqual(await stored(target), was, schema);
      }
      for (const { name } of ownedFields) {
        const query = `SELECT * FROM Document WHERE ecm:uuid = '${target}'`;
        const bulk = await ask(`/search/bulk/setProperties?query=${encodeURIComponent(query)}`, {
          json: { [name]: forgery[name] },
        });
        assert.equal(bulk.status, 400, name);
      }
      await ask(`/search/bulk/automation?query=SELECT * FROM Document WHERE ecm:uuid = '${target}'`, {
        json: { operationId: 'Document.Update', parameters: { properties: forgery } },
      });
      await server.runJobs();
      assert.deepEqual(await stored(target), was);
    }
  });

  test('are not taken back with a version, but for its tags', async () => {
    const id = await addDocument(server, mine, 'File', 'versioned');
    const made = await operate('Document.CreateVersion', id, { increment: 'Minor' });
    assert.equal(made.status, 200);
    await operate('Services.TagDocument', id, { tags: 'later' });
    await operate('Document.AddToFavorites', id, {});
    const was = await stored(id);
    const version = (await operate('Document.GetLastVersion', id, {})).body.uid;
    assert.equal((await operate('Document.RestoreVersion', String(version), {})).status, 200);
    assert.deepEqual(await stored(id), { ...was, owned: { ...was.owned, 'nxtag:tags': [] } });
  });
});

describe('the way into everything', () => {
  test('a member who names forged tasks and workflows gains nothing', async () => {
    const made = await ask(`/path${mine}`, {
      json: entity('DocumentRoute', 'route', {
        'docri:modelId': 'SerialDocumentReview',
        'docri:participatingDocuments': [root],
      }),
    });
    assert.equal(made.status, 403);
    const task = await ask(`/path${mine}`, {
      json: entity('RoutingTask', 'task', { 'nt:actors': ['m'], 'nt:initiator': 'm' }),
    });
    assert.equal(task.status, 403);
    const file = await addDocument(server, mine, 'File', 'no-task');
    assert.equal((await ask(`/task/${file}/reassign?actors=m`, { method: 'PUT' })).status, 404);
    assert.equal((await ask(`/workflow/${file}`)).status, 404);
    assert.equal((await ask(`/path${workspaces}`, { json: entity('File', 'x', {}) })).status, 403);
  });

  test('a forged task from an older database counts for nothing', async () => {
    const unit = server.repository.ports.store.begin();
    const { documents } = await unit.writer();
    const home = await documents.getByPath('default', mine);
    assert.ok(home);
    const shape = {
      ...home,
      parentId: home.id,
      facets: [],
      acls: [],
      systemChange: 0,
      userChange: 0,
    };
    const route = crypto.randomUUID();
    const task = crypto.randomUUID();
    await documents.insert({
      ...shape,
      id: route,
      seriesId: route,
      name: 'route',
      path: `${mine}/route`,
      type: 'DocumentRoute',
      state: 'running',
      properties: { 'docri:modelId': 'SerialDocumentReview', 'docri:participatingDocuments': [root] },
    });
    await documents.insert({
      ...shape,
      id: task,
      seriesId: task,
      name: 'task',
      path: `${mine}/task`,
      type: 'RoutingTask',
      state: 'opened',
      properties: { 'nt:processId': route, 'nt:nodeId': 'Task6d8', 'nt:actors': ['m'], 'nt:initiator': 'm' },
    });
    await unit.commit();
    assert.equal((await ask(`/task/${task}`)).status, 404);
    for (const way of ['reassign?actors=m', 'delegate?delegatedActors=m', 'start_review', 'cancel'])
      assert.equal(
        (await ask(`/task/${task}/${way}`, { method: 'PUT', json: { 'entity-type': 'task' } })).status,
        404,
      );
    assert.equal((await ask(`/workflow/${route}`)).status, 404);
    const open = await ask('/task?userId=m');
    const ids = (Array.isArray(open.body.entries) ? open.body.entries : []).filter(isJsonObject);
    assert.ok(ids.every(({ id }) => id !== task));
    assert.equal((await ask(`/path${workspaces}`, { json: entity('File', 'x', {}) })).status, 403);
  });

  test('a place of one’s own that shows a document lets nobody write it', async () => {
    const folder = await addDocument(server, workspaces, 'Folder', 'read-only');
    const proxy = await operate('Document.PublishToSection', folder, { target: section });
    assert.equal(proxy.status, 200);
    const id = String(proxy.body.uid);
    const changed = entity('Folder', 'x', { 'dc:description': 'changed' });
    assert.equal((await ask(`/id/${id}`, { method: 'PUT', json: changed })).status, 403);
    assert.equal(
      (await operate('Document.SetProperty', id, { xpath: 'dc:description', value: 'x' })).status,
      403,
    );
  });
});
