/** All properties of many documents, as they are now: what a change of many is shown beside, and taken back to. */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { documentKeys } from './keys.ts';
import { nxqlPage } from './nxql-page.ts';

/** Their ids stand in an address. */
const atOnce = 40;

/** By id; a document that is not there any more is left out. */
export function propertiesOfMany(uids: readonly string[]) {
  return queryOptions({
    queryKey: [...documentKeys.all, 'properties of many', uids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, DocumentEntity>> => {
      const known = new Map<string, DocumentEntity>();
      for (let start = 0; start < uids.length; start += atOnce) {
        const some = uids.slice(start, start + atOnce);
        const query = `SELECT * FROM Document WHERE ecm:uuid IN (${some.map(() => '?').join(', ')})`;
        const { entries } = await nxqlPage(
          { query, params: some, pageSize: atOnce },
          { schemas: ['*'], signal },
        );
        for (const document of entries) if (document.uid !== null) known.set(document.uid, document);
      }
      return known;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
