/** The number of comments on documents. Apart from comments.ts, because every list needs it. */
import { queryOptions } from '@tanstack/react-query';
import { isString } from '#wire/json.ts';
import { propertyOf } from './document-context.ts';
import { nxqlPage } from './nxql-page.ts';

export const commentCountKeys = { all: ['comments', 'counts'] as const };

/** The number of comments by document id; documents without comments are left out. One request for a page of a list. */
export function commentCounts(uids: readonly string[]) {
  return queryOptions({
    // Sorted ids: the same documents in another order are the same query.
    queryKey: [...commentCountKeys.all, uids.toSorted()],
    enabled: uids.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const query = `SELECT * FROM Comment WHERE comment:parentId IN (${uids.map(() => '?').join(', ')})`;
      const found = await nxqlPage({ query, params: uids, pageSize: 1000 }, { schemas: ['comment'], signal });
      const counts = new Map<string, number>();
      for (const comment of found.entries) {
        const parent = propertyOf(comment, 'comment:parentId');
        if (isString(parent)) counts.set(parent, (counts.get(parent) ?? 0) + 1);
      }
      return counts;
    },
  });
}
