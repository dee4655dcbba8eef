/** Searches that a person has saved under a name. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { SavedSearchEntity } from '#wire/search.ts';
import { encodeSegment } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { isSavedSearch } from './entities.ts';
import { isListOf } from './guards.ts';
import { api } from './start.ts';

const savedKey = ['search', 'saved'] as const;

export function savedSearches(provider?: string) {
  return queryOptions({
    queryKey: [...savedKey, { provider }],
    queryFn: async ({ signal }): Promise<readonly SavedSearchEntity[]> => {
      const list = await api().entity('/search/saved', isListOf(isSavedSearch), {
        query: { pageProvider: provider, pageSize: 0 },
        signal,
      });
      return list.entries;
    },
  });
}

export type SavedSearchInput = Partial<Omit<SavedSearchEntity, 'entity-type' | 'id'>> & {
  readonly title: string;
};

export function saveSearch() {
  return mutationOptions({
    mutationFn: ({ id, ...search }: SavedSearchInput & { readonly id?: string }) =>
      api().entity(id === undefined ? '/search/saved' : `/search/saved/${encodeSegment(id)}`, isSavedSearch, {
        method: id === undefined ? 'POST' : 'PUT',
        body: { 'entity-type': 'savedSearch', ...search },
      }),
    onSettled: askAgain(savedKey),
  });
}

export function deleteSavedSearch() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/search/saved/${encodeSegment(id)}`, { method: 'DELETE' }),
    onSettled: askAgain(savedKey),
  });
}
