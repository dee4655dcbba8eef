/** Searching: NXQL by offset, and page providers with their filters. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DocumentListEntity } from '#wire/document.ts';
import { isJsonObject, isString, type Json } from '#wire/json.ts';
import { segment } from './addresses.ts';
import type { Query } from './client.ts';
import { type DocumentView, isDocumentPage, rowView, type Sort, sortQuery } from './documents.ts';
import { listKeys } from './keys.ts';
import { keptAnswer } from './last-seen.ts';
import { askProvider } from './provider-names.ts';
import { api } from './start.ts';

export interface PageRequest {
  /** Whose documents they are: a change there asks for them again. */
  readonly place?: string;
  /** Values for `?` in the query, in order. */
  readonly params?: readonly string[];
  readonly offset?: number;
  readonly pageSize?: number;
  readonly sort?: readonly Sort[];
  readonly view?: DocumentView;
  /** Fields whose hits come back marked. */
  readonly highlight?: readonly string[];
}

/** @param query a whole NXQL statement; with an ORDER BY of its own leave `sort` out */
export function nxqlSearch(query: string, request: PageRequest = {}) {
  const { params, highlight } = request;
  return searchPage(
    ['nxql', query, { params, highlight }],
    (send) => send('/search/execute'),
    { query, queryParams: params, highlight: highlight?.join(',') },
    request,
  );
}

/** Values by the names that a page provider gives them. */
export type NamedPredicates = Readonly<Record<string, string | readonly string[]>>;

/** A list becomes the JSON text that the interface wants. */
export function predicatesOf(named: NamedPredicates): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

export interface ProviderRequest extends PageRequest {
  readonly provider: string;
  readonly named?: NamedPredicates;
  readonly quickFilters?: readonly string[];
  /** False: the page alone, without the provider's filters and their counts. */
  readonly aggregates?: boolean;
}

/** A filter that a page provider counts. */
export interface FacetDefinition {
  readonly id: string;
  /** `terms`, `range`, `date_range` … */
  readonly type: string;
  readonly field: string;
}

/** Which filters a page provider counts; none where the server does not know it. */
export function providerFacets(provider: string) {
  return queryOptions({
    queryKey: ['providers', provider],
    queryFn: async ({ signal }): Promise<readonly FacetDefinition[]> => {
      const { aggregates } = await api().entity(`/search/pp/${segment(provider)}`, isJsonObject, { signal });
      return Array.isArray(aggregates) ? aggregates.flatMap(facetIn) : [];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function facetIn(value: Json): readonly FacetDefinition[] {
  if (!isJsonObject(value)) return [];
  const { id, type, documentField } = value;
  if (!isString(id) || !isString(type) || !isString(documentField)) return [];
  return [{ id, type, field: documentField.replace('.', '/') }];
}

export function providerSearch({
  provider,
  params,
  named = {},
  quickFilters,
  highlight,
  aggregates = true,
  ...request
}: ProviderRequest) {
  return searchPage(
    ['provider', provider, { params, named, quickFilters, highlight, aggregates }],
    (send) => askProvider(provider, (name) => send(`/search/pp/${segment(name)}/execute`)),
    {
      ...predicatesOf(named),
      queryParams: params,
      quickFilters: quickFilters?.join(','),
      highlight: highlight?.join(','),
    },
    request,
    aggregates ? {} : { skipAggregates: 'true' },
  );
}

function searchPage(
  key: readonly unknown[],
  ask: (send: (path: string) => Promise<DocumentListEntity>) => Promise<DocumentListEntity>,
  what: Query,
  { place, offset = 0, pageSize = 50, sort = [], view = rowView }: PageRequest,
  headers: Readonly<Record<string, string>> = {},
) {
  const queryKey = [...listKeys.of(place ?? null), ...key, { sort, view }, { offset, pageSize }];
  return queryOptions({
    queryKey,
    ...(place !== undefined && offset === 0 ? keptAnswer(queryKey, isDocumentPage) : {}),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<DocumentListEntity> =>
      ask((path) =>
        api().entity(path, isDocumentPage, {
          query: { ...what, offset, pageSize, ...sortQuery(sort) },
          ...view,
          headers,
          signal,
          timeout: 60_000,
        }),
      ),
  });
}
