import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedDocument } from '../rows/test-document.ts';
import { changesOfMany, hasValues } from './new-values.ts';

const document = (uid: string, properties: Record<string, string | null>) =>
  storedDocument(uid, { properties });

test('only documents of which a value changes are changed, and only by that value', () => {
  const values = new Map([
    ['dc:source', 'Paper'],
    ['dc:rights', ''],
  ]);
  const same = document('same', { 'dc:source': 'Paper', 'dc:rights': null });
  const other = document('other', { 'dc:source': 'Scan', 'dc:rights': null });
  const lacking = document('lacking', {});
  assert.deepEqual(
    changesOfMany([same, other, lacking], values).map(({ uid, before, after }) => ({ uid, before, after })),
    [
      { uid: 'other', before: { 'dc:source': 'Scan' }, after: { 'dc:source': 'Paper' } },
      { uid: 'lacking', before: { 'dc:source': null }, after: { 'dc:source': 'Paper' } },
    ],
  );
  assert.deepEqual(changesOfMany([other], new Map()), []);
});

test('a value that somebody has changed since is seen', () => {
  const saved = { 'dc:source': 'Paper', 'dc:rights': null };
  assert.equal(hasValues(document('a', { 'dc:source': 'Paper' }), saved), true);
  assert.equal(hasValues(document('a', { 'dc:source': 'Scan' }), saved), false);
});
