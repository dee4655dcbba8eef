import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { StoredDocument } from '../stored-document.ts';
import { leaveSelections } from './leave-selections.ts';
import { type ListSelection, setSelection, useSelections } from './selection-store.ts';

const document = (uid: string): StoredDocument => ({
  'entity-type': 'document',
  repository: 'default',
  uid,
  path: `/${uid}`,
  type: 'Note',
  state: null,
  parentRef: null,
  isCheckedOut: true,
  isRecord: false,
  retainUntil: null,
  hasLegalHold: false,
  isUnderRetentionOrLegalHold: false,
  isVersion: false,
  isProxy: false,
  changeToken: null,
  isTrashed: false,
  title: uid,
  facets: [],
  schemas: [],
});
const known = (uid: string) => ({ document: document(uid), members: 'list' });
const at = (uid: string): ListSelection => ({
  anchor: 0,
  cursor: 0,
  cursorId: uid,
  passing: known(uid),
  every: null,
});
const chosen = () => [...useSelections.getState().basket.keys()].toSorted();
const passing = () => useSelections.getState().byList.get('list')?.passing?.document.uid;
const are =
  (...uids: readonly string[]) =>
  ({ uid }: StoredDocument) =>
    uids.includes(uid);

beforeEach(() =>
  setSelection('list', at('a'), new Map(['a', 'b', 'c'].map((uid) => [uid, known(uid)] as const))),
);

test('what leaves is selected nowhere from then on', () => {
  leaveSelections(are('a', 'b'));
  assert.deepEqual(chosen(), ['c']);
  assert.equal(passing(), undefined);
});

test('what could not leave is selected again, and nothing else', () => {
  const giveBack = leaveSelections(are('a', 'b'));
  giveBack(are('a', 'c', 'd'));
  assert.deepEqual(chosen(), ['a', 'c']);
  assert.equal(passing(), 'a');
});

test('whoever has gone on to another row stays there', () => {
  const giveBack = leaveSelections(are('a'));
  setSelection('list', at('b'), useSelections.getState().basket);
  giveBack(are('a'));
  assert.equal(passing(), 'b');
  setSelection('list', { ...at('b'), passing: null }, useSelections.getState().basket);
  giveBack(are('a'));
  assert.equal(passing(), undefined);
});
