/** Late pages of a folder that start from a remembered row are the same as those of the plain statement. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Stores } from '#server/core/kernel/stores.ts';
import type { Executor } from '../database.ts';
import { connection, pageOf, readAclIds, store, wide } from '../testing/library-of-hits.ts';
import { aDocument, written } from '../testing/sample-documents.ts';
import { ListMemory } from './list-memory.ts';

describe('late pages of a folder', () => {
  const inWide = `SELECT * FROM Document WHERE ecm:parentId = '${wide}' AND ecm:isTrashed = 0 AND ecm:isVersion = 0`;
  const orders = ['dc:title', 'dc:title DESC', 'dc:modified', 'dc:modified DESC', 'ecm:pos'];
  const fileIn = (number: number): string => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const folderOf = (number: number): string => `f0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  let made = 0;
  const titled = (title: string | null, modified: string | null) => ({
    properties: { ...(title ? { 'dc:title': title } : {}), ...(modified ? { 'dc:modified': modified } : {}) },
  });
  const make = (parentId: string, row: Partial<Parameters<typeof aDocument>[0]> = {}) =>
    change(({ documents }) => {
      made += 1;
      const id = `made-${made}`;
      return documents.insert(aDocument({ id, repository: 'default', parentId, path: `/${id}`, ...row }));
    });
  const change = (work: (stores: Stores) => Promise<unknown>) => written(store, work);

  /** Each changes the documents that a person sees in the folder, or their order. */
  const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a new document', () => make(wide, titled('A', '2001-01-01T00:00:00.000Z'))],
    ['one without a date', () => make(wide, titled('Z', null))],
    [
      'another type',
      () => change(({ documents }) => documents.update(fileIn(4), { type: 'Folder', facets: ['Folderish'] })),
    ],
    ['one with a position', () => make(wide, { position: 3 })],
    ['another title', () => change(({ documents }) => documents.update(fileIn(9), titled('AA', null)))],
    ['one in the trash', () => change(({ documents }) => documents.setTrashed(fileIn(8), true))],
    ['and back', () => change(({ documents }) => documents.setTrashed(fileIn(8), false))],
    [
      'one that goes elsewhere',
      () =>
        change(({ documents }) =>
          documents.relocate(fileIn(7), {
            parentId: folderOf(3),
            parentPath: '/planted/folder-3',
            name: 'x',
          }),
        ),
    ],
    [
      'a list of rights',
      async () => {
        const top = (await store.begin().stores.documents.get(fileIn(6))) ?? assert.fail();
        await change(({ documents }) => documents.setReadAcls([{ top, readAclId: readAclIds.at(-1) ?? 0 }]));
      },
    ],
    [
      'a list of rights above',
      async () => {
        const top = (await store.begin().stores.documents.get(folderOf(2))) ?? assert.fail();
        await change(({ documents }) => documents.setReadAcls([{ top, readAclId: readAclIds[1] ?? 0 }]));
      },
    ],
    ['one that is removed', () => change(({ documents }) => documents.remove([fileIn(5)]))],
    ['a folder in the trash', () => change(({ documents }) => documents.setTrashed(wide, true))],
    ['and back', () => change(({ documents }) => documents.setTrashed(wide, false))],
  ];
  const counted = [
    'SELECT * FROM Document',
    `SELECT * FROM Document WHERE ecm:path STARTSWITH '/planted/folder-2' AND ecm:isTrashed = 0`,
    `SELECT * FROM Document WHERE ecm:ancestorId = '${wide}' AND ecm:mixinType = 'Folderish'`,
  ];
  const everybody = [readAclIds.slice(0, 1), readAclIds.slice(1)];
  const spans = [
    { limit: 40, offset: 0 },
    { limit: 40, offset: 520 },
    { limit: 7, offset: 1_030 },
    { limit: 40, offset: 2_000 },
  ];

  test('are what they are without the memory, after every kind of change', async () => {
    const lists = new ListMemory();
    for (const [name, run] of [['nothing', async () => undefined] as const, ...changes]) {
      await run();
      // The second time from rows that were remembered the first time.
      for (const _ of [1, 2]) {
        for (const order of orders)
          for (const as of everybody)
            for (const span of spans)
              for (const countUpTo of [span.limit === 40 ? -1 : 100])
                assert.deepEqual(
                  await pageOf(`${inWide} ORDER BY ${order}`, { as, lists, countUpTo, ...span }),
                  await pageOf(`${inWide} ORDER BY ${order}`, { as, countUpTo, ...span }),
                  `${order} ${JSON.stringify(span)} up to ${countUpTo} after ${name}`,
                );
        for (const text of counted)
          for (const as of everybody)
            assert.deepEqual(
              await pageOf(text, { as, lists, limit: 1, countUpTo: -1 }),
              await pageOf(text, { as, limit: 1, countUpTo: -1 }),
              `${text} after ${name}`,
            );
      }
    }
  });

  test('are read from the nearest row that is known, as long as only other folders change', async () => {
    const lists = new ListMemory();
    const skipped: unknown[] = [];
    const over: Executor = {
      execute: (statement, parameters, traits) => {
        if (statement.includes('as value')) skipped.push(parameters.at(-1));
        return connection.execute(statement, parameters, traits);
      },
    };
    const at = async (offset: number) => {
      skipped.length = 0;
      await pageOf(`${inWide} ORDER BY dc:title`, { over, lists, limit: 40, offset, countUpTo: 10 });
      return skipped.at(-1);
    };
    assert.equal(await at(500), 500);
    await make(folderOf(3));
    assert.equal(await at(540), 1);
    assert.equal(await at(460), 1);
    await make(wide);
    assert.equal(await at(580), 580);
  });

  test('are exact when a change comes just before they are read', async () => {
    const lists = new ListMemory();
    const options = { limit: 40, offset: 500, countUpTo: -1 };
    const text = `${inWide} ORDER BY dc:title`;
    await pageOf(text, { ...options, lists });
    const over: Executor = {
      execute: async (statement, parameters, traits) => {
        if (statement.includes('list_changes') && statement.includes('offset'))
          await make(wide, titled('A', null));
        return connection.execute(statement, parameters, traits);
      },
    };
    const before = made;
    const found = await pageOf(text, { ...options, lists, over });
    assert.equal(made, before + 1);
    assert.deepEqual(found, await pageOf(text, options));
  });
});
