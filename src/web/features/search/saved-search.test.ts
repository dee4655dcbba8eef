import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { SavedSearchEntity } from '#wire/search.ts';
import { matchesSavedSearch, savedFrom, stateFrom } from './saved-search.ts';
import { emptySearch, type SearchState } from './search-state.ts';

function savedOf(state: SearchState): SavedSearchEntity {
  return {
    'entity-type': 'savedSearch',
    id: 's1',
    queryParams: null,
    query: null,
    queryLanguage: null,
    pageProviderName: null,
    pageSize: null,
    currentPageIndex: null,
    maxResults: null,
    sortBy: null,
    sortOrder: null,
    contentViewData: null,
    params: {},
    ...savedFrom(state, 'Quays'),
  };
}

const words: SearchState = {
  ...emptySearch,
  text: 'quai',
  filters: { dc_creator_agg: ['ada', 'bob'] },
  sort: { by: 'dc:modified', order: 'desc' },
};
const query: SearchState = { ...emptySearch, mode: 'nxql', query: 'SELECT * FROM File' };

it('comes back from the server as it was saved', () => {
  for (const state of [words, query]) {
    assert.deepEqual(stateFrom(savedOf(state)), { ...state, saved: 's1' });
    assert.equal(matchesSavedSearch(state, savedOf(state)), true);
  }
});

it('sees what was changed since, but not which view of a query is on screen', () => {
  assert.equal(matchesSavedSearch({ ...words, text: 'quais' }, savedOf(words)), false);
  assert.equal(matchesSavedSearch({ ...query, mode: 'builder' }, savedOf(query)), true);
});

it('reads another program’s saved search as far as it goes', () => {
  const { filters } = stateFrom({ ...savedOf(words), params: { ecm_fulltext: 'a', dc_nature: 'plain' } });
  assert.deepEqual(filters, {});
});
