/**
 * Documents are made deep in a tree while its top changes: each either gets the change or is made after it.
 * On PostgreSQL with two servers in turns, which were started together on an empty database.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkRepository } from '#server/core/consistency/check-repository.ts';
import { isJsonObject, type JsonObject } from '#wire/json.ts';
import { type Answer, type Asked, addDocument, addUser, startTwoTestServers } from './test-server.ts';

const [first, second] = await startTwoTestServers();
const people = ['ada', 'bea'];
for (const name of people) await addUser(first, name, 'members');
await addUser(first, 'rob');
const workspaces = '/default-domain/workspaces';
await first.ask(`/path${workspaces}/@op/Document.AddPermission`, {
  json: { params: { users: 'ada,bea', permission: 'Everything' } },
});
for (const name of [...people, 'rob']) {
  for (const server of [first, second]) assert.equal((await server.ask('/me', { as: name })).status, 200);
}
await addDocument(first, workspaces, 'Folder', 'elsewhere');

const rounds = 3;
const creators = 12;
let questions = 0;

/** Sends the call to the servers in turns. */
function ask(path: string, call: Asked): Promise<Answer> {
  questions++;
  return (questions % 2 === 0 ? first : second).ask(path, call);
}

const operation = (path: string, name: string, params: object): Promise<Answer> =>
  ask(`/path${path}/@op/${name}`, { as: 'ada', json: { params } });

interface Made {
  readonly top: string;
  readonly low: string;
  readonly ids: readonly string[];
}

/** A chain of three folders: documents are made in the lowest while the highest is changed. */
async function race(name: string, change: (top: string) => Promise<Answer>): Promise<Made> {
  const top = await addDocument(first, workspaces, 'Folder', name);
  await addDocument(first, `${workspaces}/${name}`, 'Folder', 'mid');
  const low = await addDocument(first, `${workspaces}/${name}/mid`, 'Folder', 'low');
  const changing: Promise<Answer>[] = [];
  const answers = await Promise.all(
    Array.from({ length: creators }, (_, index) => {
      if (index === creators / 3) changing.push(change(`${workspaces}/${name}`));
      return ask(`/id/${low}`, {
        as: people[index % people.length] ?? null,
        json: { 'entity-type': 'document', type: 'File', name: `d${index}`, properties: { 'dc:title': 'd' } },
      });
    }),
  );
  for (const { status, text } of await Promise.all(changing)) assert.ok(status < 300, text);
  for (const { status, text } of answers) assert.ok([201, 403, 404].includes(status), `${status} ${text}`);
  return {
    top,
    low,
    ids: answers.filter(({ status }) => status === 201).map(({ body }) => String(body.uid)),
  };
}

async function read(id: string, as = 'Administrator'): Promise<Answer> {
  return first.ask(`/id/${id}`, { as });
}

async function found(query: string, as: string): Promise<ReadonlySet<string>> {
  const { body } = await first.ask(
    `/search/lang/NXQL/execute?pageSize=1000&query=${encodeURIComponent(query)}`,
    { as },
  );
  const entries = Array.isArray(body.entries) ? body.entries.filter(isJsonObject) : [];
  return new Set(entries.map(({ uid }) => String(uid)));
}

async function bodyOf(id: string): Promise<JsonObject> {
  const { status, body, text } = await read(id);
  assert.equal(status, 200, text);
  return body;
}

describe('while documents are made below it', () => {
  for (let round = 0; round < rounds; round++) {
    test(`a right is given and taken, ${round}`, async () => {
      const given = await race(`given${round}`, (top) =>
        operation(top, 'Document.AddPermission', { users: 'rob', permission: 'Read' }),
      );
      const byRob = await found(`SELECT * FROM File WHERE ecm:ancestorId = '${given.top}'`, 'rob');
      assert.deepEqual([...byRob].sort(), given.ids.toSorted());
      const taken = await race(`taken${round}`, (top) =>
        operation(top, 'Document.AddPermission', {
          users: 'ada',
          permission: 'Read',
          blockInheritance: true,
        }),
      );
      const byBea = await found(`SELECT * FROM File WHERE ecm:ancestorId = '${taken.top}'`, 'bea');
      assert.equal(byBea.size, 0, 'what was blocked is found');
      for (const id of taken.ids) assert.equal((await read(id, 'bea')).status, 403);
    });

    test(`it is moved, ${round}`, async () => {
      const { low, ids } = await race(`moved${round}`, (top) =>
        operation(top, 'Document.Move', { target: `${workspaces}/elsewhere` }),
      );
      const place = String((await bodyOf(low)).path);
      assert.match(place, /elsewhere/);
      for (const id of ids) {
        const { path } = await bodyOf(id);
        assert.equal(String(path).slice(0, place.length + 1), `${place}/`);
      }
    });

    test(`it is trashed, ${round}`, async () => {
      const { low, ids } = await race(`trashed${round}`, (top) => operation(top, 'Document.Trash', {}));
      assert.equal((await bodyOf(low)).isTrashed, true);
      for (const id of ids) assert.equal((await bodyOf(id)).isTrashed, true);
    });

    test(`it is deleted, ${round}`, async () => {
      const { ids } = await race(`deleted${round}`, (top) =>
        ask(`/path${top}`, { as: 'ada', method: 'DELETE' }),
      );
      for (const id of ids) assert.equal((await read(id)).status, 404);
    });
  }

  test('two levels of it get other rights at once', async () => {
    for (let round = 0; round < rounds; round++) {
      const top = await addDocument(first, workspaces, 'Folder', `levels${round}`);
      const mid = await addDocument(first, `${workspaces}/levels${round}`, 'Folder', 'mid');
      await addDocument(first, `${workspaces}/levels${round}/mid`, 'File', 'leaf');
      const answers = await Promise.all([
        ask(`/id/${mid}/@op/Document.AddPermission`, {
          as: 'ada',
          json: { params: { users: 'ada', permission: 'Everything', blockInheritance: true } },
        }),
        ask(`/id/${top}/@op/Document.AddPermission`, {
          as: 'ada',
          json: { params: { users: 'rob', permission: 'Read' } },
        }),
      ]);
      for (const { status, text } of answers) assert.equal(status, 200, text);
      const leaf = await found(`SELECT * FROM File WHERE ecm:ancestorId = '${top}'`, 'rob');
      assert.equal(leaf.size, 0, 'behind the block');
    }
  });

  test('two folders are not put into each other', async () => {
    for (let round = 0; round < rounds; round++) {
      const names = [`one${round}`, `two${round}`];
      for (const name of names) await addDocument(first, workspaces, 'Folder', name);
      const [one, two] = names.map((name) => `${workspaces}/${name}`);
      const answers = await Promise.all([
        operation(one ?? '', 'Document.Move', { target: two }),
        operation(two ?? '', 'Document.Move', { target: one }),
      ]);
      const done = answers.filter(({ status }) => status === 200);
      assert.equal(done.length, 1, answers.map(({ text }) => text).join('\n'));
    }
  });

  test('two documents are changed in opposite orders', async () => {
    const ids: string[] = [];
    for (const name of ['left', 'right']) ids.push(await addDocument(first, workspaces, 'File', name));
    const order = (list: readonly string[]): string => list.map((id) => `;id=${id}`).join('');
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(
        [order(ids), order(ids.toReversed())].map((list) =>
          ask(`/bulk${list}`, {
            as: 'ada',
            method: 'PUT',
            json: { 'entity-type': 'document', properties: { 'dc:description': `${round}${list}` } },
          }),
        ),
      );
      for (const { status, text } of answers) assert.equal(status, 200, text);
    }
  });

  test('after all of it nothing contradicts anything', async () => {
    for await (const one of checkRepository(first.repository, 'default', false)) assert.equal(one, 'looked');
  });
});
