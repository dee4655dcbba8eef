/** The filters for which a page provider counts documents. */
import { queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString, type Json } from '#wire/json.ts';
import { encodeSegment } from './addresses.ts';
import { api } from './start.ts';

/** A filter for which a page provider counts documents. */
export interface FacetDefinition {
  readonly id: string;
  /** `terms`, `range`, `date_range` … */
  readonly type: string;
  readonly field: string;
}

/** The filters of a page provider; none if the server does not know it. */
export function providerFacets(provider: string) {
  return queryOptions({
    queryKey: ['providers', provider],
    queryFn: async ({ signal }): Promise<readonly FacetDefinition[]> => {
      const { aggregates } = await api().entity(`/search/pp/${encodeSegment(provider)}`, isJsonObject, {
        signal,
      });
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
