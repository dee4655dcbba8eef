/**
 * Converts a search to the form in which the server saves it, and back. Pure. What the server can run itself is in the
 * server's own fields.
 */
import { resolveProviderName } from '#web/api/provider-names.ts';
import type { SavedSearchInput } from '#web/api/saved-searches.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { SavedSearchEntity } from '#wire/search.ts';
import { searchProvider } from './result-source.ts';
import { emptySearch, type Filters, type SearchState } from './search-state.ts';

export function savedFrom(state: SearchState, title: string): SavedSearchInput {
  const order = { sortBy: state.sort?.by ?? null, sortOrder: state.sort?.order ?? null };
  if (state.mode !== 'words') {
    return { ...order, title, query: state.query, queryLanguage: 'NXQL', pageProviderName: null, params: {} };
  }
  const filters = Object.entries(state.filters).map(([name, keys]) => [name, JSON.stringify(keys)] as const);
  const words: Readonly<Record<string, string>> = state.text === '' ? {} : { ecm_fulltext: state.text };
  const path: Readonly<Record<string, string>> = state.within === null ? {} : { ecm_path: state.within };
  return {
    ...order,
    title,
    query: null,
    queryLanguage: null,
    pageProviderName: resolveProviderName(searchProvider),
    params: { ...words, ...path, ...Object.fromEntries(filters) },
  };
}

export function stateFrom(saved: SavedSearchEntity): SearchState {
  const { sortBy, sortOrder, query, params } = saved;
  const sort =
    sortBy === null || sortBy === ''
      ? null
      : { by: sortBy, order: sortOrder?.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const) };
  if (query !== null && query !== '') return { ...emptySearch, mode: 'nxql', query, sort, saved: saved.id };
  const { ecm_fulltext: words, ecm_path: path, ...others } = params;
  const text = typeof words === 'string' ? words : '';
  const within = typeof path === 'string' ? path : null;
  return { ...emptySearch, text, within, filters: filtersIn(others), sort, saved: saved.id };
}

function filtersIn(params: JsonObject): Filters {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, written]) => {
      const keys = listIn(written);
      return keys.length === 0 ? [] : [[name, keys] as const];
    }),
  );
}

/** Reads a list, or a JSON text of one: some clients send that, and some servers keep it. */
function listIn(written: Json | undefined): readonly string[] {
  if (Array.isArray(written)) return written.filter((key) => typeof key === 'string');
  if (typeof written !== 'string') return [];
  try {
    const value: unknown = JSON.parse(written);
    return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** True if the address names a saved search and nothing else. */
export function namesOnlySavedSearch({ saved, ...rest }: SearchState): boolean {
  return saved !== null && JSON.stringify({ ...rest, saved: null }) === JSON.stringify(emptySearch);
}

/** True if the current search still equals the saved one. */
export function matchesSavedSearch(state: SearchState, saved: SavedSearchEntity): boolean {
  const stored = stateFrom(saved);
  const plain = ({ mode, text, filters, within, query, sort }: SearchState) =>
    JSON.stringify(mode === 'words' ? [text, within, filters, sort] : [query, sort]);
  return plain(state) === plain(stored);
}
