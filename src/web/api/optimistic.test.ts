import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { patchDocuments, refreshChanged } from './optimistic.ts';

const document = (uid: string, title: string) => ({
  'entity-type': 'document',
  type: 'File',
  facets: [],
  uid,
  title,
});

test('a change shows in every list and page that holds the document, and is taken back whole', async () => {
  const queries = new QueryClient();
  const list = { 'entity-type': 'documents', entries: [document('1', 'a'), document('2', 'b')] };
  queries.setQueryData(['documents', 'p', 'children'], list);
  queries.setQueryData(['documents', '1', 'entity'], document('1', 'a'));
  queries.setQueryData(['search', 'x'], list);
  queries.setQueryData(['documents', '1', 'quota'], { own: 1 });

  const rollback = await patchDocuments(queries, '1', (shown) => ({ ...shown, title: 'new' }));
  const titles = (key: readonly unknown[]) =>
    JSON.stringify(queries.getQueryData(key)).match(/"title":"\w+"/g);
  assert.deepEqual(titles(['documents', 'p', 'children']), ['"title":"new"', '"title":"b"']);
  assert.deepEqual(titles(['search', 'x']), ['"title":"new"', '"title":"b"']);
  assert.deepEqual(titles(['documents', '1', 'entity']), ['"title":"new"']);

  rollback();
  assert.deepEqual(queries.getQueryData(['search', 'x']), list);
  assert.deepEqual(titles(['documents', '1', 'entity']), ['"title":"a"']);
});

test('after a change only what shows the document or its folder asks again; the rest is old', async () => {
  const queries = new QueryClient();
  const page = (...uids: readonly string[]) => ({
    'entity-type': 'documents',
    entries: uids.map((uid) => document(uid, uid)),
  });
  const keys = {
    list: ['search', 'place', 'folder', 'nxql', '…'],
    otherList: ['search', 'place', 'other', 'nxql', '…'],
    found: ['search', 'place', null, 'provider', '…'],
    trash: ['search', 'place', 'trash', 'nxql', '…'],
    tree: ['documents', 'folder', 'children', {}],
    otherTree: ['documents', 'other', 'children', {}],
    byPath: ['documents', 'by-path', '/folder', {}],
    one: ['documents', 'a', 'entity', {}],
    counts: ['search', 'children counts', ['folder']],
    otherCounts: ['search', 'children counts', ['other']],
  } as const;
  const data: Readonly<Record<string, unknown>> = {
    list: page('a', 'b'),
    otherList: page('c'),
    found: page('a'),
    trash: page('d'),
    tree: page(),
    otherTree: page(),
    byPath: document('folder', 'Folder'),
    one: document('a', 'a'),
    counts: new Map(),
    otherCounts: new Map(),
  };
  const requests: string[] = [];
  const observers = Object.entries(keys).map(([name, queryKey]) => {
    queries.setQueryData(queryKey, data[name]);
    const queryFn = () => {
      requests.push(name);
      return data[name];
    };
    return new QueryObserver(queries, { queryKey, queryFn, staleTime: Infinity });
  });
  const ends = observers.map((observer) => observer.subscribe(() => {}));
  await refreshChanged(queries, { uids: ['a'], folders: ['folder'] });
  assert.deepEqual(requests.toSorted(), ['byPath', 'counts', 'found', 'list', 'one', 'tree']);
  assert.equal(queries.getQueryState(keys.otherList)?.isInvalidated, true);
  for (const end of ends) end();
});
