/** Rights on a document: who has which, from where, until when. Changing them is in `access-changes.ts`. */
import { queryOptions } from '@tanstack/react-query';
import type { AclEntity } from '#wire/activity.ts';
import { isString } from '#wire/json.ts';
import { segment } from './addresses.ts';
import { isAcl } from './entities.ts';
import { isArrayOf, isDocument } from './guards.ts';
import { documentKeys } from './keys.ts';
import { api } from './start.ts';

export interface DocumentAccess {
  /** Custom ones, `local`, then `inherited`. */
  readonly acls: readonly AclEntity[];
  readonly inheritanceBlocked: boolean;
  /** Permissions that may be given here, the plainest first. */
  readonly assignable: readonly string[];
}

export function documentAccess(uid: string) {
  return queryOptions({
    queryKey: [...documentKeys.one(uid), 'access'],
    queryFn: async ({ signal }): Promise<DocumentAccess> => {
      const { contextParameters } = await api().entity(`/id/${segment(uid)}`, isDocument, {
        enrichers: { document: ['acls', 'userVisiblePermissions'] },
        fetch: { acls: ['username', 'creator', 'extended'] },
        depth: 'children',
        signal,
      });
      const acls: unknown = contextParameters?.acls;
      const assignable: unknown = contextParameters?.userVisiblePermissions;
      const known = isArrayOf(isAcl)(acls) ? acls : [];
      return {
        acls: known,
        inheritanceBlocked: blocksInheritance(known),
        assignable: Array.isArray(assignable) ? assignable.filter(isString) : [],
      };
    },
  });
}

/** A block further up is inherited like all that stands above it there, and is not this document's own. */
export function blocksInheritance(acls: readonly AclEntity[]): boolean {
  return acls.some(({ name, aces }) => name !== 'inherited' && aces.some(isBlock));
}

/** The entry that stops rights from coming down. */
export function isBlock(ace: AclEntity['aces'][number]): boolean {
  const name: unknown = ace.username;
  return !ace.granted && ace.permission === 'Everything' && name === 'Everyone';
}
