/** The filters beside a written query that the server can count; the chosen ones are part of the query itself. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Vocabulary } from '#nxql/index.ts';
import { providerFacets } from '#web/api/provider-facets.ts';
import type { AggregateEntity } from '#wire/search.ts';
import { splitQuery, valueFacets, withFacetValues } from './query-facets.ts';
import { facetsOfQuery, queryProvider } from './result-source.ts';
import { type Filters, isBroken, type SearchState } from './search-state.ts';

export interface QueryFacets {
  readonly aggregations: Readonly<Record<string, AggregateEntity>> | undefined;
  readonly filters: Filters;
  /** The query without its filters. */
  readonly base: string;
  readonly queryWith: (facet: string, values: readonly string[]) => string;
}

export function useQueryFacets({ mode, query }: SearchState, vocabulary: Vocabulary): QueryFacets {
  const written = mode !== 'words' && query.trim() !== '' && !isBroken({ mode, query });
  const known = useQuery({ ...providerFacets(queryProvider), enabled: written });
  const facets = useMemo(() => valueFacets(known.data ?? []), [known.data]);
  const split = useMemo(() => splitQuery(query, facets, vocabulary), [query, facets, vocabulary]);
  const counted = useQuery({ ...facetsOfQuery(split), enabled: written && facets.length > 0 });
  const all = written ? (counted.data?.aggregations ?? {}) : {};
  const shown = facets.flatMap(({ id }) => (all[id] === undefined ? [] : [[id, all[id]] as const]));
  return {
    aggregations: Object.fromEntries(shown),
    filters: written ? split.filters : {},
    base: split.base,
    queryWith: (facet, values) => {
      const field = facets.find(({ id }) => id === facet)?.field;
      return field === undefined ? query : withFacetValues(query, field, values, vocabulary);
    },
  };
}
