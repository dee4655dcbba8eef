import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { patchDocuments } from './optimistic.ts';

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
