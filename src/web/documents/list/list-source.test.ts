import assert from 'node:assert/strict';
import { it } from 'node:test';
import { containing, folderSource, shapeOf } from './list-source.ts';

const shape = { filter: '', filters: {}, sort: [], view: {} };

it('takes the signs of patterns as they are', () => {
  assert.equal(containing('50%_a\\b'), '%50\\%\\_a\\\\b%');
});

it('keeps typed words out of the query text', () => {
  const source = folderSource('folder-1', { ...shape, filter: "x' OR 1=1 --" });
  for (const { query, params } of source.sections) {
    assert.ok(!query.includes('OR 1=1'));
    assert.deepEqual(params, ['folder-1', "%x' OR 1=1 --%"]);
  }
});

it('filters what is listed, and says what is there without its filters', () => {
  const source = folderSource('folder-1', { ...shape, filters: { 'dc:nature': ['lease'] } });
  for (const { query, params } of [...source.sections, source.whole]) {
    assert.match(query, /dc:nature IN \(\?\)/);
    assert.deepEqual(params, ['folder-1', 'lease']);
  }
  assert.doesNotMatch(source.unfiltered.query, /dc:nature/);
});

it('says that it starts with folders, where it does', () => {
  assert.equal(folderSource('folder-1', shape).startsWithFolders, true);
});

it('is one list where people gave documents their places', () => {
  const source = folderSource('folder-1', { ...shape, sort: [{ by: 'ecm:pos', order: 'asc' }] });
  assert.equal(source.sections.length, 1);
  assert.equal(source.startsWithFolders, undefined);
});

it('orders versions by both their numbers', () => {
  const { sort } = shapeOf(
    { filter: '', filters: {}, sort: [{ columnId: 'uid:major_version', direction: 'desc' }] },
    {},
  );
  assert.deepEqual(sort, [
    { by: 'uid:major_version', order: 'desc' },
    { by: 'uid:minor_version', order: 'desc' },
  ]);
});

it('finds a name by the ending that it is shown with', () => {
  const { whole } = folderSource('folder-1', { ...shape, filter: 'Le_ase.PDF' });
  assert.match(whole.query, /\(dc:title ILIKE \? OR \(dc:title ILIKE \? AND file:content\/name ILIKE \?\)\)/);
  assert.deepEqual(whole.params, ['folder-1', '%Le\\_ase.PDF%', '%Le\\_ase', '%.PDF']);
});
