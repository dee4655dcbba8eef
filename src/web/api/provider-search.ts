/** Searching by page providers, with their filters. */
import { segment } from './addresses.ts';
import { isDocumentPage, sortQuery } from './documents.ts';
import { askProvider } from './provider-names.ts';
import { type PageRequest, searchPage } from './search.ts';
import { api } from './start.ts';

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
  maxResults,
  ...request
}: ProviderRequest) {
  return searchPage(
    ['provider', provider, { params, named, quickFilters, highlight, aggregates, maxResults }],
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
            maxResults,
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
