/** How much is in each of several folders, where the server tells it (an enricher of ours; others leave it out). */
import { queryOptions } from '@tanstack/react-query';
import { isDocumentPage } from './documents.ts';
import { listKeys } from './keys.ts';
import { api } from './start.ts';

export function childrenCounts(uids: readonly string[]) {
  return queryOptions({
    // In the order of ids: another order of the rows is the same question.
    queryKey: listKeys.childrenCounts(uids.toSorted()),
    enabled: uids.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const found = await api().entity('/search/execute', isDocumentPage, {
        query: {
          query: `SELECT * FROM Document WHERE ecm:uuid IN (${uids.map(() => '?').join(', ')})`,
          queryParams: uids,
          pageSize: uids.length,
        },
        enrichers: { document: ['childrenCount'] },
        signal,
      });
      return new Map(
        found.entries.flatMap(({ uid, contextParameters }) => {
          const count = contextParameters?.childrenCount;
          return uid !== null && typeof count === 'number' ? [[uid, count] as const] : [];
        }),
      );
    },
  });
}
