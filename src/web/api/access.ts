/** Rights on a document: who has which, inherited from where, until when. Changing them: `access-changes.ts`. */
import { queryOptions } from '@tanstack/react-query';
import type { AclEntity } from '#wire/activity.ts';
import { isString } from '#wire/json.ts';
import { encodeSegment } from './addresses.ts';
import { isAcl } from './entities.ts';
import { isArrayOf, isDocument } from './guards.ts';
import { documentKeys } from './keys.ts';
import { api } from './start.ts';

export interface DocumentAccess {
  /** Custom lists, then `local`, then `inherited`. */
  readonly acls: readonly AclEntity[];
  readonly inheritanceBlocked: boolean;
  /** Permissions that may be granted here, the simplest first. */
  readonly assignable: readonly string[];
}

export function documentAccess(uid: string) {
  return queryOptions({
    queryKey: [...documentKeys.one(uid), 'access'],
    queryFn: async ({ signal }): Promise<DocumentAccess> => {
      const { contextParameters } = await api().entity(`/id/${encodeSegment(uid)}`, isDocument, {
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

/** Only a block of its own: a block on a folder above is part of the inherited list. */
export function blocksInheritance(acls: readonly AclEntity[]): boolean {
  return acls.some(({ name, aces }) => name !== 'inherited' && aces.some(isBlock));
}

/** The entry that stops inherited rights. */
export function isBlock(ace: AclEntity['aces'][number]): boolean {
  const name: unknown = ace.username;
  return !ace.granted && ace.permission === 'Everything' && name === 'Everyone';
}
