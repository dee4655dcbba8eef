/** All current properties of many documents: shown before a change of many, and used to undo it. */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { documentKeys } from './keys.ts';
import { nxqlPage } from './nxql-page.ts';

/** The ids are part of an address, whose length is limited. */
const atOnce = 40;

/** Documents by id; those that no longer exist are left out. */
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
