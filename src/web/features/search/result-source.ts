/**
 * Where the rows of a search come from, page by page, and how long the first one took. Pure but for the clock.
 * Invariant: a source's key says everything that its rows depend on, so equal searches are one source.
 */
import { queryOptions } from '@tanstack/react-query';
import { parse, quoteString } from '#nxql/index.ts';
import type { BulkSubject } from '#web/api/bulk.ts';
import type { Sort } from '#web/api/documents.ts';
import { rowView } from '#web/api/documents.ts';
import { type NamedPredicates, nxqlSearch, type PageRequest, providerSearch } from '#web/api/search.ts';
import type { Filters, SearchState } from './search-state.ts';

export const searchProvider = 'default_search';
const highlighted = ['dc:description', 'note:note', 'ecm:binarytext'];

export interface ResultSource {
  readonly key: string;
  readonly page: (request: PageRequest) => ReturnType<typeof nxqlSearch>;
}

const view = { ...rowView, enrichers: { document: ['thumbnail', 'permissions', 'favorites', 'highlight'] } };

export function sourceOf(state: SearchState): ResultSource {
  const { mode, text, filters, query, sort } = state;
  const order = sort === null ? [] : [sort];
  if (mode === 'words') {
    return {
      key: JSON.stringify(['words', text, filters, sort]),
      page: (request) =>
        providerSearch({
          ...request,
          provider: searchProvider,
          named: namedOf(text, filters),
          highlight: highlighted,
          sort: order,
          view,
          aggregates: false,
        }),
    };
  }
  const sorted = hasOrder(query) ? [] : order;
  return {
    key: JSON.stringify(['nxql', query, sorted]),
    page: (request) => nxqlSearch(query, { ...request, sort: sorted, view }),
  };
}

/** The filters' values and counts for these words; they ask for no rows. */
export function facetsOf({ text, filters }: Pick<SearchState, 'text' | 'filters'>) {
  return providerSearch({
    provider: searchProvider,
    named: namedOf(text, filters),
    pageSize: 1,
    view: {},
  });
}

/** What work on everything found is done on. */
export function subjectOf({ mode, text, filters, query }: SearchState): BulkSubject {
  return mode === 'words'
    ? { kind: 'provider', provider: searchProvider, named: namedOf(text, filters) }
    : { kind: 'query', query };
}

export function subjectOfIds(ids: readonly string[]): BulkSubject {
  return {
    kind: 'query',
    query: `SELECT * FROM Document WHERE ecm:uuid IN (${ids.map(quoteString).join(', ')})`,
  };
}

export function namedOf(text: string, filters: Filters): NamedPredicates {
  return { ...(text.trim() === '' ? {} : { ecm_fulltext: text.trim() }), ...filters };
}

export function hasOrder(query: string): boolean {
  return (parse(query).query?.orderBy.length ?? 0) > 0;
}

/** The same page with the milliseconds from question to answer. */
export function timed(options: ReturnType<typeof nxqlSearch>) {
  return queryOptions({
    queryKey: [...options.queryKey, 'timed'],
    queryFn: async ({ client }) => {
      const start = performance.now();
      const page = await client.fetchQuery({ ...options, staleTime: 0 });
      return { page, ms: performance.now() - start };
    },
  });
}

export const sorts: readonly (Sort & { readonly name: string })[] = [
  { name: 'newest', by: 'dc:modified', order: 'desc' },
  { name: 'oldest', by: 'dc:modified', order: 'asc' },
  { name: 'title', by: 'dc:title', order: 'asc' },
  { name: 'created', by: 'dc:created', order: 'desc' },
  { name: 'largest', by: 'file:content/length', order: 'desc' },
];
