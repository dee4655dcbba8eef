import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  asksSomething,
  emptySearch,
  isBroken,
  readState,
  type SearchState,
  withFilter,
  writeState,
} from './search-state.ts';

it('comes back from the address as it went in', () => {
  const states: readonly SearchState[] = [
    emptySearch,
    {
      mode: 'words',
      text: 'bail & "quai" ~ été',
      filters: { dc_creator_agg: ['Zoë~1', 'al'], system_mimetype_agg: ['application/pdf'] },
      within: '/default-domain/Pläne & más',
      query: '',
      sort: { by: 'dc:modified', order: 'desc' },
      saved: 'a/b',
    },
    { ...emptySearch, mode: 'nxql', query: "SELECT * FROM Document\nWHERE dc:title = 'é'" },
  ];
  for (const state of states) assert.deepEqual(readState(new URLSearchParams(`${writeState(state)}`)), state);
});

it('leaves out what it cannot read', () => {
  const read = readState(
    new URLSearchParams('mode=other&filter=alone&filter=~x&filter=a~&sort=~desc&in=nowhere'),
  );
  assert.deepEqual(read, emptySearch);
});

it('adds and takes filters, and forgets a name without keys', () => {
  const one = withFilter({}, 'kind', ['a', 'b'], true);
  assert.deepEqual(one, { kind: ['a', 'b'] });
  assert.deepEqual(withFilter(one, 'kind', ['a'], false), { kind: ['b'] });
  assert.deepEqual(withFilter(one, 'kind', ['a', 'b'], false), {});
});

it('knows an empty search', () => {
  assert.equal(asksSomething(emptySearch), false);
  assert.equal(asksSomething({ ...emptySearch, filters: { kind: ['a'] } }), true);
  assert.equal(asksSomething({ ...emptySearch, mode: 'nxql', text: 'left over', query: ' ' }), false);
});

it('knows a query that cannot be read, and leaves words alone', () => {
  const broken = "SELECT * FROM File WHERE dc:title = 'x";
  assert.equal(isBroken({ mode: 'nxql', query: broken }), true);
  assert.equal(isBroken({ mode: 'builder', query: broken }), true);
  assert.equal(isBroken({ mode: 'words', query: broken }), false);
  assert.equal(isBroken({ mode: 'nxql', query: '' }), false);
  assert.equal(isBroken({ mode: 'nxql', query: `${broken}'` }), false);
});
