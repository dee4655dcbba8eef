/**
 * The source of a search's rows, page by page. Pure. Invariant: all searches have the same `place`, so the rows of the last
 * successful one stay while the next loads.
 */
import { parse } from '#nxql/index.ts';
import type { BulkSubject } from '#web/api/bulk.ts';
import type { Sort } from '#web/api/documents.ts';
import { rowView } from '#web/api/documents.ts';
import { type NamedPredicates, providerSearch } from '#web/api/provider-search.ts';
import { nxqlSearch } from '#web/api/search.ts';
import type { RowSource } from '#web/documents/rows/row-source.ts';
import type { SplitQuery } from './query-facets.ts';
import type { SearchState } from './search-state.ts';
import { listingQuery, selectedFields } from './selected-fields.ts';

export const searchProvider = 'faceted_search';
/** The page provider that runs a whole query, and counts filters beside it if the server supports that. */
export const queryProvider = 'nxql_search';
const highlighted = ['dc:description', 'note:note', 'ecm:binarytext'];

const place = 'search';
const pageSize = 50;
/** The most results that the server counts before it sends rows; the list ends there. */
const maxResults = 10_000;

const view = {
  ...rowView,
  enrichers: { document: [...(rowView.enrichers?.document ?? []), 'highlight'] },
};

export function sourceOf(state: SearchState): RowSource {
  const { mode, query, sort } = state;
  const order = sort === null ? [] : [sort];
  if (mode === 'words') {
    const named = namedOf(state);
    const members = membersOf(state);
    const provider = {
      provider: searchProvider,
      named,
      highlight: highlighted,
      sort: order,
      view,
      aggregates: false,
    };
    return {
      key: JSON.stringify([members, sort]),
      place,
      members,
      pageSize,
      sections: [(request) => providerSearch({ ...request, ...provider, maxResults })],
    };
  }
  const sorted = hasOrder(query) ? [] : order;
  const members = membersOf(state);
  const listed = listingQuery(query);
  // The query's own columns may be of any schema.
  const shown = selectedFields(query).length === 0 ? view : { ...view, schemas: ['*'] };
  return {
    key: JSON.stringify([members, sorted]),
    place,
    members,
    pageSize,
    sections: [
      (request) =>
        nxqlSearch(listed, { ...request, maxResults, sort: sorted, view: shown, highlight: highlighted }),
    ],
  };
}

/** Equal for searches that find the same documents, in any order. */
export function membersOf(state: SearchState): string {
  return JSON.stringify(state.mode === 'words' ? ['words', namedOf(state)] : ['nxql', state.query]);
}

/** Requests the filters' values and counts for these words; its one row is not used. */
export function facetsOf(state: Words) {
  return providerSearch({
    provider: searchProvider,
    named: namedOf(state),
    pageSize: 1,
    view: {},
  });
}

/**
 * Requests the count: `resultsCount` is exact if the server counts without a limit. By words it is the same request as that
 * of the filters.
 */
export function countOf(state: SearchState) {
  return state.mode === 'words'
    ? facetsOf(state)
    : nxqlSearch(listingQuery(state.query), { pageSize: 1, view: {} });
}

/** Requests the filters' values and counts for a written query; its one row is not used. */
export function facetsOfQuery({ base, filters }: SplitQuery) {
  return providerSearch({
    provider: queryProvider,
    params: [base],
    named: filters,
    pageSize: 1,
    view: {},
  });
}

/** The documents for commands on all results. */
export function subjectOf(state: SearchState): BulkSubject {
  return state.mode === 'words'
    ? { kind: 'provider', provider: searchProvider, named: namedOf(state) }
    : { kind: 'query', query: listingQuery(state.query) };
}

type Words = Pick<SearchState, 'text' | 'filters' | 'within'>;

function namedOf({ text, filters, within }: Words): NamedPredicates {
  return {
    ...(text.trim() === '' ? {} : { ecm_fulltext: text.trim() }),
    ...(within === null ? {} : { ecm_path: within }),
    ...filters,
  };
}

export function hasOrder(query: string): boolean {
  return (parse(query).query?.orderBy.length ?? 0) > 0;
}

export const sorts: readonly (Sort & { readonly name: string })[] = [
  { name: 'newest', by: 'dc:modified', order: 'desc' },
  { name: 'oldest', by: 'dc:modified', order: 'asc' },
  { name: 'title', by: 'dc:title', order: 'asc' },
  { name: 'created', by: 'dc:created', order: 'desc' },
  { name: 'largest', by: 'file:content/length', order: 'desc' },
];
