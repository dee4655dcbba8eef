/** Rights on many documents at once, as far as this person may see them. */
import { queryOptions } from '@tanstack/react-query';
import type { AclEntity } from '#wire/activity.ts';
import { mayTry } from './document-context.ts';
import { isAcl } from './entities.ts';
import { isArrayOf } from './guards.ts';
import { documentKeys } from './keys.ts';
import { nxqlPage } from './nxql-page.ts';

export interface KnownRights {
  /** Custom lists, then `local`, then `inherited`. */
  readonly acls: readonly AclEntity[];
  readonly mayChange: boolean;
}

/** The ids are part of an address, whose length is limited. */
const atOnce = 40;

/** Rights by document id; documents that no longer exist are left out. */
export function accessOfMany(uids: readonly string[]) {
  return queryOptions({
    queryKey: [...documentKeys.all, 'access of many', uids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, KnownRights>> => {
      const known = new Map<string, KnownRights>();
      for (let start = 0; start < uids.length; start += atOnce)
        for (const [uid, rights] of await rightsOf(uids.slice(start, start + atOnce), signal))
          known.set(uid, rights);
      return known;
    },
    // A preview of a change must be computed from the current rights.
    staleTime: 0,
    gcTime: 0,
  });
}

export async function rightsOf(
  uids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, KnownRights>> {
  const query = `SELECT * FROM Document WHERE ecm:uuid IN (${uids.map(() => '?').join(', ')})`;
  const enrichers = { document: ['acls', 'permissions'] };
  const { entries } = await nxqlPage({ query, params: uids, pageSize: atOnce }, { enrichers, signal });
  return new Map(
    entries.flatMap((document) => {
      const acls: unknown = document.contextParameters?.acls;
      const mayChange = mayTry(document, 'WriteSecurity');
      if (document.uid === null) return [];
      return [[document.uid, { acls: isArrayOf(isAcl)(acls) ? acls : [], mayChange }] as const];
    }),
  );
}
