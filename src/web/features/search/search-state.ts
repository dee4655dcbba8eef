/**
 * The search as the address keeps it: words with filters, or a query. Pure.
 * Invariant: reading a written address gives the same state; invalid parameters are ignored and never an error.
 */
import { parse } from '#nxql/index.ts';
import type { Sort } from '#web/api/documents.ts';

/** `builder` and `nxql` are two views of the same query. */
export type SearchMode = 'words' | 'builder' | 'nxql';

/** Chosen values by the name of their aggregate. */
export type Filters = Readonly<Record<string, readonly string[]>>;

export interface SearchState {
  readonly mode: SearchMode;
  readonly text: string;
  readonly filters: Filters;
  /** For words: path of the folder to search, with all folders below it. A query has it in its conditions. */
  readonly within: string | null;
  /** The NXQL that was last run. */
  readonly query: string;
  /** Null: by relevance, or as the query itself says. */
  readonly sort: Sort | null;
  /** Id of the saved search that this one was opened from. */
  readonly saved: string | null;
}

export const emptySearch: SearchState = {
  mode: 'words',
  text: '',
  filters: {},
  within: null,
  query: '',
  sort: null,
  saved: null,
};

export function readState(address: URLSearchParams): SearchState {
  const mode = address.get('mode');
  return {
    mode: mode === 'builder' || mode === 'nxql' ? mode : 'words',
    text: address.get('text') ?? '',
    filters: readFilters(address.getAll('filter')),
    within: readPath(address.get('in')),
    query: address.get('q') ?? '',
    sort: readSort(address.get('sort')),
    saved: address.get('saved'),
  };
}

export function writeState(state: SearchState): URLSearchParams {
  const address = new URLSearchParams();
  if (state.mode !== 'words') address.set('mode', state.mode);
  if (state.text !== '') address.set('text', state.text);
  for (const [name, keys] of Object.entries(state.filters))
    for (const key of keys) address.append('filter', `${name}~${key}`);
  if (state.within !== null) address.set('in', state.within);
  if (state.query !== '') address.set('q', state.query);
  if (state.sort !== null) address.set('sort', `${state.sort.by}~${state.sort.order}`);
  if (state.saved !== null) address.set('saved', state.saved);
  return address;
}

function readFilters(written: readonly string[]): Filters {
  const filters: Record<string, string[]> = {};
  for (const one of written) {
    const cut = one.indexOf('~');
    if (cut < 1 || cut === one.length - 1) continue;
    const name = one.slice(0, cut);
    filters[name] = [...(filters[name] ?? []), one.slice(cut + 1)];
  }
  return filters;
}

/** The path of a folder; null for the root, as a search there is one of everything. */
function readPath(written: string | null): string | null {
  return written === null || written === '/' || !written.startsWith('/') ? null : written;
}

function readSort(written: string | null): Sort | null {
  const [by, order] = written?.split('~') ?? [];
  return by === undefined || by === '' ? null : { by, order: order === 'desc' ? 'desc' : 'asc' };
}

export function withFilter(filters: Filters, name: string, keys: readonly string[], on: boolean): Filters {
  const others = (filters[name] ?? []).filter((key) => !keys.includes(key));
  const chosen = on ? [...others, ...keys] : others;
  const { [name]: _, ...rest } = filters;
  return chosen.length === 0 ? rest : { ...rest, [name]: chosen };
}

/** True unless the search is empty. */
export function asksSomething({ mode, text, filters, query }: SearchState): boolean {
  return mode === 'words' ? text !== '' || Object.keys(filters).length > 0 : query.trim() !== '';
}

/** True for a query that cannot be parsed; the editor marks the place. */
export function isBroken({ mode, query }: Pick<SearchState, 'mode' | 'query'>): boolean {
  return mode !== 'words' && query.trim() !== '' && parse(query).query === undefined;
}
