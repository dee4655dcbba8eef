import assert from 'node:assert/strict';
import { it } from 'node:test';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { DocumentListEntity } from '#wire/document.ts';
import { createRowModel } from './row-model.ts';
import type { RowSource } from './row-source.ts';
import { storedDocument } from './test-document.ts';

const pageSize = 2;

const keyOf = (section: number, offset: number): unknown[] => ['search', section, offset];

/** Folders a, b, c, then files x, y. */
function listOf(sections: readonly (readonly string[])[]): RowSource {
  return {
    key: 'list',
    place: 'folder',
    members: 'list',
    pageSize,
    sections: sections.map(
      (_, section) =>
        ({ offset = 0 }) =>
          queryOptions({
            queryKey: keyOf(section, offset),
            queryFn: () => pageOf(sections[section] ?? [], offset),
          }),
    ),
  };
}

function pageOf(titles: readonly string[], offset: number): DocumentListEntity {
  const entries = titles.slice(offset, offset + pageSize).map((title) => storedDocument(title));
  return { 'entity-type': 'documents', entries, resultsCount: titles.length };
}

async function loaded(sections: readonly (readonly string[])[]) {
  const client = new QueryClient();
  const model = createRowModel(client, listOf(sections));
  const detach = model.attach();
  const load = async (section: number, page: number) => {
    for (const options of model.pageOptions({ section, page })) await client.fetchQuery(options);
  };
  for (const [section] of sections.entries()) await load(section, 0);
  return { client, model, load, detach };
}

const lists = [
  ['a', 'b', 'c'],
  ['x', 'y'],
];

it('knows no length before every section has answered', () => {
  const model = createRowModel(new QueryClient(), listOf(lists));
  assert.equal(model.counts(), undefined);
  assert.equal(model.rowAt(0), undefined);
});

it('finds rows by index and by id across sections and pages', async () => {
  const { model, load, detach } = await loaded(lists);
  assert.deepEqual(model.counts(), [3, 2]);
  assert.equal(model.rowAt(2), undefined);
  assert.equal(model.indexOf('c'), undefined);
  await load(0, 1);
  assert.equal(model.rowAt(2)?.uid, 'c');
  assert.equal(model.indexOf('c'), 2);
  assert.equal(model.indexOf('y'), 4);
  assert.equal(model.loaded(), 5);
  detach();
});

it('says which rows are being asked for again', async () => {
  const { client, model, load, detach } = await loaded(lists);
  await load(0, 1);
  assert.equal(model.isFresh(2), true);
  assert.equal(model.isFresh(7), false);
  await client.invalidateQueries({ queryKey: keyOf(0, 2), refetchType: 'none' });
  assert.equal(model.isFresh(2), false);
  assert.equal(model.isFresh(0), true);
  assert.equal(model.indexOf('c'), 2);
  assert.equal(model.indexOf('c', model.counts(), true), undefined);
  // Without the number of rows of each section no row is known to stand where it stood.
  await client.invalidateQueries({ queryKey: keyOf(1, 0), refetchType: 'none' });
  assert.equal(model.isFresh(0), false);
  await load(1, 0);
  await load(0, 1);
  assert.equal(model.isFresh(2), true);
  assert.equal(model.indexOf('c', model.counts(), true), 2);
  detach();
});

it('follows what changes in the cache, and forgets the pages that leave it', async () => {
  const { client, model, detach } = await loaded(lists);
  let notified = 0;
  model.subscribe(() => {
    notified += 1;
  });
  const before = model.version();
  client.setQueryData(['search', 1, 0], pageOf(['z'], 0));
  assert.equal(model.find('x'), undefined);
  assert.equal(model.indexOf('z'), 3);
  assert.ok(model.version() > before);
  client.removeQueries({ queryKey: ['search', 0] });
  assert.equal(model.find('a'), undefined);
  assert.equal(notified, 2);
  detach();
});

it('takes in what changed while nobody followed', async () => {
  const { client, model, detach } = await loaded(lists);
  detach();
  client.setQueryData(['search', 1, 0], pageOf(['z'], 0));
  assert.equal(model.find('z'), undefined);
  model.attach()();
  assert.equal(model.find('z')?.uid, 'z');
});

it('looks at the cache no more when a row out of sight is asked for', async () => {
  const { client, model, detach } = await loaded(lists);
  const queries = client.getQueryCache().getAll().length;
  for (let index = 0; index < 100_000; index += 1) model.rowAt(index);
  assert.equal(client.getQueryCache().getAll().length, queries);
  detach();
});
