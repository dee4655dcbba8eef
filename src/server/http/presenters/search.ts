/** A page of search results, with the additions of a page provider. */

import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Paged } from '#server/core/search/page.ts';
import type { ProviderPage } from '#server/core/search/run-provider.ts';
import type { DocumentListEntity } from '#wire/document.ts';
import type { Call } from '../application.ts';
import { presentAggregates } from './aggregates.ts';
import { presentDocuments } from './document.ts';

export async function presentPage(
  call: Call,
  found: Paged<DocumentRow> & Partial<ProviderPage>,
): Promise<DocumentListEntity> {
  const marking = found.highlights ? { ...call, highlights: found.highlights } : call;
  return {
    'entity-type': 'documents',
    ...found.page,
    ...(found.aggregations ? { aggregations: await presentAggregates(call, found.aggregations) } : {}),
    ...(found.quickFilters ? { quickFilters: found.quickFilters } : {}),
    entries: await presentDocuments(marking, found.entries),
  };
}
