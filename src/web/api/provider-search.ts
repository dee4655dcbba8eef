/** Searches by page providers, with their filters. */
import { encodeSegment } from './addresses.ts';
import { isDocumentPage, sortQuery } from './documents.ts';
import { askProvider } from './provider-names.ts';
import { type PageRequest, searchPage } from './search.ts';
import { api } from './start.ts';

/** Values by the page provider's names for them. */
export type NamedPredicates = Readonly<Record<string, string | readonly string[]>>;

/** Lists are sent as JSON text. */
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
  /** False: only the page, without the provider's filters and their counts. */
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
        api().entity(`/search/pp/${encodeSegment(name)}/execute`, isDocumentPage, {
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
      // An index returns no rows beyond its limit: the list ends there, and says that there are more.
      const { resultsCount = 0, resultsCountLimit = 0 } = found;
      return resultsCountLimit > 0 && resultsCount > resultsCountLimit
        ? { ...found, resultsCount: -1 }
        : found;
    },
  );
}
