/** Searching: NXQL by offset, and page providers with their filters. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DocumentListEntity } from '#wire/document.ts';
import { segment } from './addresses.ts';
import type { RequestOptions } from './client.ts';
import { type DocumentView, isDocumentPage, rowView, type Sort, sortQuery } from './documents.ts';
import { listKeys } from './keys.ts';
import { keptAnswer } from './last-seen.ts';
import { nxqlPage } from './nxql-page.ts';
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
  return searchPage(['nxql', query, { params, highlight }], request, (page, options) =>
    nxqlPage({ query, params, highlight, ...page }, options),
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
    request,
    async ({ offset, pageSize, sort }, options) => {
      const found = await askProvider(provider, (name) =>
        api().entity(`/search/pp/${segment(name)}/execute`, isDocumentPage, {
          ...options,
          query: {
            ...predicatesOf(named),
            queryParams: params,
            quickFilters: quickFilters?.join(','),
            highlight: highlight?.join(','),
            offset,
            pageSize,
            ...sortQuery(sort),
          },
          headers: aggregates ? {} : { skipAggregates: 'true' },
        }),
      );
      // Rows beyond the reach of an index cannot be had: the list ends there, and says that there are more.
      const { resultsCount = 0, resultsCountLimit = 0 } = found;
      return resultsCountLimit > 0 && resultsCount > resultsCountLimit
        ? { ...found, resultsCount: -1 }
        : found;
    },
  );
}

type Page = Required<Pick<PageRequest, 'offset' | 'pageSize' | 'sort'>>;

function searchPage(
  key: readonly unknown[],
  { place, offset = 0, pageSize = 50, sort = [], view = rowView }: PageRequest,
  ask: (page: Page, options: RequestOptions) => Promise<DocumentListEntity>,
) {
  const queryKey = [...listKeys.of(place ?? null), ...key, { sort, view }, { offset, pageSize }];
  return queryOptions({
    queryKey,
    ...(place !== undefined && offset === 0 ? keptAnswer(queryKey, isDocumentPage) : {}),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask({ offset, pageSize, sort }, { ...view, signal, timeout: 60_000 }),
  });
}
