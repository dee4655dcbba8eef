/** Twenty concurrent calls that change one list: each adds to the result of the earlier ones. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkRepository } from '#server/core/consistency/check-repository.ts';
import { isJsonObject, type Json, type JsonObject } from '#wire/json.ts';
import { type Answer, type Asked, addDocument, addUser, startTestServer } from './test-server.ts';

const people = ['ada', 'bea', 'cyd', 'dot'];
const calls = Array.from({ length: 20 }, (_, index) => index);

const server = await startTestServer();
for (const name of people) await addUser(server, name, 'members');
await addUser(server, 'paul', 'members', 'powerusers');
await server.ask('/path/default-domain/workspaces/@op/Document.AddPermission', {
  json: { params: { users: 'members', permission: 'Everything' } },
});
const note = await addDocument(server, '/default-domain/workspaces', 'File', 'note');
// All sign in before, so that the later calls really run at the same time.
for (const name of [...people, 'paul']) assert.equal((await server.ask('/me', { as: name })).status, 200);

describe('calls that meet keep', () => {
  /** One call for each number, all sent before the first answer. */
  async function atOnce(call: (index: number) => readonly [path: string, asked: Asked]): Promise<void> {
    const answers = await Promise.all(
      calls.map((index) => {
        const [path, options] = call(index);
        return server.ask(path, { as: people[index % people.length] ?? null, ...options });
      }),
    );
    for (const { status, text } of answers) assert.ok(status < 300, `${status} ${text}`);
  }

  const op = (id: string, name: string, params: object): readonly [string, Asked] => [
    `/id/${id}/@op/${name}`,
    { json: { params } },
  ];

  async function read(id: string): Promise<Answer> {
    return server.ask(`/id/${id}`, { as: 'ada', headers: { properties: '*' } });
  }

  async function property(id: string, name: string): Promise<readonly Json[]> {
    const { properties } = (await read(id)).body;
    const value = isJsonObject(properties) ? properties[name] : undefined;
    return Array.isArray(value) ? value : [];
  }

  function texts(list: readonly Json[], name: string): readonly string[] {
    return list.flatMap((item) => (isJsonObject(item) ? [String(item[name])] : [])).sort();
  }

  const file = (name: string): Promise<string> =>
    addDocument(server, '/default-domain/workspaces', 'File', name);

  async function collections(count: number, name: string): Promise<readonly string[]> {
    const ids = [];
    for (let index = 0; index < count; index++) {
      ids.push(await addDocument(server, '/default-domain/workspaces', 'Collection', `${name}${index}`));
    }
    return ids;
  }

  test('the tags of a document', async () => {
    await atOnce((index) => op(note, 'Services.TagDocument', { tags: `t${index}` }));
    const expected = calls.map((index) => `t${index}`).sort();
    assert.deepEqual(texts(await property(note, 'nxtag:tags'), 'label'), expected);
    await atOnce((index) => op(note, 'Services.UntagDocument', { tags: `t${index}` }));
    assert.deepEqual(await property(note, 'nxtag:tags'), []);
  });

  test('the collections that hold a document', async () => {
    const ids = await collections(calls.length, 'c');
    await atOnce((index) => op(note, 'Document.AddToCollection', { collection: ids[index] }));
    assert.deepEqual((await property(note, 'collectionMember:collectionIds')).toSorted(), ids.toSorted());
    await atOnce((index) => op(note, 'Collection.RemoveFromCollection', { collection: ids[index] }));
    assert.deepEqual(await property(note, 'collectionMember:collectionIds'), []);
  });

  test('the members of a collection', async () => {
    const [collection = ''] = await collections(1, 'many');
    const members: string[] = [];
    for (const index of calls) members.push(await file(`member${index}`));
    await atOnce((index) => op(members[index] ?? '', 'Document.AddToCollection', { collection }));
    assert.deepEqual((await property(collection, 'collection:documentIds')).toSorted(), members.toSorted());
    for (const id of members) {
      assert.deepEqual(await property(id, 'collectionMember:collectionIds'), [collection]);
    }
  });

  test('the favourites of somebody who had none, in one list', async () => {
    const members: string[] = [];
    for (const index of calls) members.push(await file(`favourite${index}`));
    await atOnce((index) => [
      `/id/${members[index]}/@op/Document.AddToFavorites`,
      { as: 'bea', json: { params: {} } },
    ]);
    const lists = await server.ask(
      `/search/lang/NXQL/execute?query=${encodeURIComponent("SELECT * FROM Favorites WHERE dc:creator = 'bea'")}`,
      { as: 'bea', headers: { properties: '*' } },
    );
    const { entries } = lists.body;
    assert.ok(Array.isArray(entries));
    assert.equal(entries.length, 1, lists.text);
    const [list] = entries;
    const id = isJsonObject(list) ? String(list.uid) : '';
    const answer = await server.ask(`/id/${id}`, { as: 'bea', headers: { properties: '*' } });
    const { properties } = answer.body;
    const held = isJsonObject(properties) ? properties['collection:documentIds'] : [];
    assert.deepEqual(Array.isArray(held) ? held.toSorted() : held, members.toSorted());
  });

  test('names of documents in a folder that held none', async () => {
    const folder = await addDocument(server, '/default-domain/workspaces', 'Folder', 'empty');
    await atOnce((index) => [
      `/id/${folder}`,
      {
        json: { 'entity-type': 'document', type: index % 2 === 0 ? 'Note' : 'Folder', name: 'twin' },
      },
    ]);
    const { entries } = (await server.ask(`/id/${folder}/@children`, { as: 'ada' })).body;
    assert.ok(Array.isArray(entries));
    const paths = entries.map((entry) => (isJsonObject(entry) ? String(entry.path) : ''));
    assert.equal(new Set(paths).size, calls.length);
    assert.ok(paths.includes('/default-domain/workspaces/empty/twin'));
  });

  test('the permissions of a document', async () => {
    const { body } = await server.ask('/group', {
      json: { 'entity-type': 'group', groupname: 'crew', grouplabel: 'Crew' },
    });
    assert.equal(body['entity-type'], 'group');
    const id = await file('guarded');
    const names = [...people, 'paul', 'crew', 'members', 'Administrator', 'administrators', 'powerusers'];
    const entries = names.flatMap((username) => [
      { username, permission: 'Read' },
      { username, permission: 'ReadWrite' },
    ]);
    assert.equal(entries.length, calls.length);
    await atOnce((index) => op(id, 'Document.AddPermission', entries[index] ?? {}));
    const acls = (await server.ask(`/id/${id}/@acl`, { as: 'ada' })).body.acl;
    const local = Array.isArray(acls) ? acls.filter(isJsonObject).find(({ name }) => name === 'local') : {};
    const aces: readonly Json[] = Array.isArray(local?.ace) ? local.ace : [];
    const found = aces.filter(isJsonObject).map(({ username, permission }) => ({ username, permission }));
    const byName = (one: JsonObject, other: JsonObject): number =>
      `${one.username} ${one.permission}` < `${other.username} ${other.permission}` ? -1 : 1;
    assert.deepEqual(found.sort(byName), entries.sort(byName));
  });

  test('the subscriptions to a document, and the contributors to it', async () => {
    const id = await file('followed');
    await atOnce((index) =>
      index % 2 === 0
        ? op(id, 'Document.Subscribe', {})
        : [
            `/id/${id}`,
            { method: 'PUT', json: { 'entity-type': 'document', properties: { 'dc:title': `by ${index}` } } },
          ],
    );
    await atOnce((index) =>
      index % 2 === 1
        ? op(id, 'Document.Subscribe', {})
        : [
            `/id/${id}`,
            { method: 'PUT', json: { 'entity-type': 'document', properties: { 'dc:title': `by ${index}` } } },
          ],
    );
    const subscribed = (await property(id, 'notif:notifications')).filter(isJsonObject);
    assert.equal(subscribed.length, 13);
    for (const { name, subscribers } of subscribed) {
      const present = Array.isArray(subscribers) ? subscribers.toSorted() : [];
      assert.deepEqual(
        present,
        people.map((person) => `user:${person}`),
        String(name),
      );
    }
    const contributors = await property(id, 'dc:contributors');
    assert.deepEqual(contributors.toSorted(), ['Administrator', ...people]);
  });

  test('the files attached to a document, and its facets', async () => {
    const id = await file('attached');
    await atOnce((index) => {
      const form = new FormData();
      const params = { document: id, xpath: 'files:files' };
      form.set('params', new Blob([JSON.stringify({ params })], { type: 'application/json' }));
      form.set('input', new File([`bytes ${index}`], `f${index}.txt`, { type: 'text/plain' }));
      return ['/automation/Blob.AttachOnDocument', { body: form }];
    });
    const attached = (await property(id, 'files:files')).map((item) => (isJsonObject(item) ? item.file : {}));
    const expected = calls.map((index) => `f${index}.txt`).sort();
    assert.deepEqual(
      texts(
        attached.flatMap((item) => item ?? []),
        'name',
      ),
      expected,
    );
    const facets = ['SuperSpace', 'HiddenInNavigation', 'HiddenInCreation', 'NotCollectionMember'];
    await atOnce((index) => op(id, 'Document.AddFacet', { facet: facets[index % facets.length] }));
    const present = (await read(id)).body.facets;
    for (const facet of facets) assert.ok(Array.isArray(present) && present.includes(facet), facet);
  });

  test('the members of a group, whichever side they come from', async () => {
    const names = calls.map((index) => `user${index}`);
    await server.ask('/group', { json: { 'entity-type': 'group', groupname: 'team' } });
    for (const name of names) {
      const properties = { username: name };
      await server.ask('/user', { json: { 'entity-type': 'user', id: name, properties } });
    }
    await atOnce((index) => [
      index % 2 === 0 ? `/user/${names[index]}/group/team` : `/group/team/user/${names[index]}`,
      { as: 'paul', method: 'POST' },
    ]);
    const team = await server.ask('/group/team/@users?pageSize=50', { as: 'paul' });
    const entries = Array.isArray(team.body.entries) ? team.body.entries : [];
    assert.deepEqual(texts(entries, 'id'), names.toSorted());
  });

  test('the numbers and the order of a vocabulary', async () => {
    await atOnce((index) => [
      '/directory/nature',
      {
        as: 'paul',
        json: {
          'entity-type': 'directoryEntry',
          directoryName: 'nature',
          properties: { id: `n${index}`, label: `n${index}`, ordering: index, obsolete: 0 },
        },
      },
    ]);
    // Half of the calls change the label, the others the order, of the same ten entries.
    await atOnce((index) => [
      `/directory/nature/n${index >> 1}`,
      {
        as: 'paul',
        method: 'PUT',
        json: {
          'entity-type': 'directoryEntry',
          directoryName: 'nature',
          properties: {
            id: `n${index >> 1}`,
            ...(index % 2 === 0 ? { label: `changed ${index >> 1}` } : { ordering: 100 + (index >> 1) }),
          },
        },
      },
    ]);
    const all = (await server.ask('/directory/nature?pageSize=0', { as: 'paul' })).body.entries;
    const rows = (Array.isArray(all) ? all : []).filter(isJsonObject).map((entry) => entry.properties);
    for (const index of calls) {
      const row = rows.filter(isJsonObject).find(({ id }) => id === `n${index}`);
      assert.equal(row?.label, index < 10 ? `changed ${index}` : `n${index}`);
      assert.equal(row?.ordering, index < 10 ? 100 + index : index);
    }
  });

  test('the bytes that a folder takes', async () => {
    const folder = await addDocument(server, '/default-domain/workspaces', 'Folder', 'counted');
    await server.ask(`/id/${folder}/@op/Quotas.SetMaxSize`, { json: { params: { targetSize: 1_000_000 } } });
    const ids: string[] = [];
    for (const index of calls) {
      ids.push(await addDocument(server, '/default-domain/workspaces/counted', 'File', `n${index}`));
    }
    await atOnce((index) => {
      const form = new FormData();
      form.set('file', new File(['0123456789'], `f${index}.txt`, { type: 'text/plain' }));
      return [`/id/${ids[index]}/@blob/file:content`, { method: 'PUT', body: form }];
    });
    const statistics = (): Promise<Answer> =>
      server.ask('/automation/Quotas.GetStatistics', { json: { params: { documentRef: folder } } });
    const counted = (await statistics()).text;
    await server.ask('/automation/Quotas.RecomputeStatistics', {
      json: { params: { path: '/default-domain/workspaces/counted' } },
    });
    assert.match(counted, /200/);
    assert.equal((await statistics()).text, counted);
  });

  test('one published rendition of a document, and none that nothing shows', async () => {
    const id = await file('rendered');
    const [here, there] = await Promise.all(
      ['here', 'there'].map((name) => addDocument(server, '/default-domain/workspaces', 'Folder', name)),
    );
    const query = `SELECT * FROM Document WHERE rend:sourceVersionableId = '${id}'`;
    const count = async (condition: string): Promise<Json | undefined> => {
      const found = await server.ask(`/query?query=${encodeURIComponent(`${query} AND ${condition}`)}`);
      return found.body.resultsCount;
    };
    const shown = (target: string | undefined): readonly [string, Asked] =>
      op(id, 'Document.PublishRendition', { renditionName: 'xmlExport', target });
    await atOnce(() => shown(here));
    assert.deepEqual([await count('ecm:isProxy = 1'), await count('ecm:isProxy = 0')], [1, 1]);
    // Published to another section while the last proxy is removed.
    await atOnce((index) => (index === 7 ? op(id, 'Document.UnpublishAll', {}) : shown(there)));
    await atOnce((index) => (index % 2 ? op(id, 'Document.UnpublishAll', {}) : shown(here)));
    await atOnce(() => shown(there));
    assert.equal(await count('ecm:isProxy = 0'), 1);
    await server.ask(...op(id, 'Document.UnpublishAll', {}));
    assert.equal(await count("rend:renditionName = 'xmlExport'"), 0);
  });

  test('a workflow going when all its tasks are done', async () => {
    const ask = async (path: string, json: JsonObject, as = 'ada', method = 'POST'): Promise<Answer> => {
      const answer = await server.ask(path, { method, as, json });
      assert.ok(answer.status < 300, answer.text);
      return answer;
    };
    const tasksOf = async (workflow: Json | undefined): Promise<readonly JsonObject[]> => {
      const { entries } = (await server.ask(`/task?workflowInstanceId=${String(workflow)}`)).body;
      return Array.isArray(entries) ? entries.filter(isJsonObject) : [];
    };
    for (const round of calls.slice(0, 5)) {
      const started = await ask('/workflow', {
        'entity-type': 'workflow',
        workflowModelName: 'ParallelDocumentReview',
        attachedDocumentIds: [await file(`reviewed ${round}`)],
      });
      const press = (task: JsonObject | undefined, action: string, as: string, variables: JsonObject = {}) =>
        ask(
          `/task/${String(task?.id)}/${action}`,
          { 'entity-type': 'task', id: task?.id ?? null, variables },
          as,
          'PUT',
        );
      const [first] = await tasksOf(started.body.id);
      const participants = people.slice(1);
      await press(first, 'start_review', 'ada', { participants, end_date: '2100-01-01T00:00:00Z' });
      const tasks = await tasksOf(started.body.id);
      assert.equal(tasks.length, participants.length);
      const actorOf = ({ actors }: JsonObject): string =>
        participants.find((name) => JSON.stringify(actors).includes(`"${name}"`)) ?? '';
      await Promise.all(tasks.map((task) => press(task, 'approve', actorOf(task))));
      assert.equal((await tasksOf(started.body.id)).length, 1, 'nobody was asked to go on');
    }
  });

  test('and nothing that contradicts anything', async () => {
    for await (const one of checkRepository(server.repository, 'default', false)) assert.equal(one, 'looked');
  });
});
