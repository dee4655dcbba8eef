/** Rights on a document: who has which, from where, until when, and changing them. */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AclEntity } from '#wire/activity.ts';
import { isString } from '#wire/json.ts';
import { documentInput, segment } from './addresses.ts';
import { isAcl, isArrayOf, isDocument } from './entities.ts';
import { documentKeys } from './keys.ts';
import { runForJson } from './operation-call.ts';
import { refreshDocuments } from './optimistic.ts';
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
        signal,
      });
      const acls: unknown = contextParameters?.acls;
      const assignable: unknown = contextParameters?.userVisiblePermissions;
      const known = isArrayOf(isAcl)(acls) ? acls : [];
      return {
        acls: known,
        inheritanceBlocked: known.some(({ aces }) => aces.some(isBlock)),
        assignable: Array.isArray(assignable) ? assignable.filter(isString) : [],
      };
    },
  });
}

/** The entry that stops rights from coming down. */
export function isBlock(ace: AclEntity['aces'][number]): boolean {
  const name: unknown = ace.username;
  return !ace.granted && ace.permission === 'Everything' && name === 'Everyone';
}

export interface GrantAccess {
  readonly uid: string;
  readonly users: readonly string[];
  readonly permission: string;
  /** ISO dates; from now and for good when left out. */
  readonly begin?: string;
  readonly end?: string;
  readonly notify?: boolean;
  readonly comment?: string;
}

export function grantAccess() {
  return mutationOptions({
    mutationFn: ({ uid, ...params }: GrantAccess) => run('Document.AddPermission', uid, params),
    onSettled: refresh,
  });
}

export interface RemoveAccess {
  readonly uid: string;
  readonly aceId: string;
  readonly acl?: string;
}

export function removeAccess() {
  return mutationOptions({
    mutationFn: ({ uid, aceId, acl = 'local' }: RemoveAccess) =>
      run('Document.RemovePermission', uid, { id: aceId, acl }),
    onSettled: refresh,
  });
}

export interface InheritanceChange {
  readonly uid: string;
  readonly blocked: boolean;
}

export function setInheritance() {
  return mutationOptions({
    mutationFn: ({ uid, blocked }: InheritanceChange) =>
      run(blocked ? 'Document.BlockPermissionInheritance' : 'Document.UnblockPermissionInheritance', uid, {}),
    onSettled: refresh,
  });
}

async function run(
  id: string,
  uid: string,
  params: Readonly<Record<string, string | boolean | readonly string[] | undefined>>,
): Promise<void> {
  await runForJson({ id, input: documentInput(uid), params });
}

function refresh(
  _data: unknown,
  _error: Error | null,
  _wanted: unknown,
  _result: unknown,
  { client }: { readonly client: QueryClient },
): Promise<void> {
  return refreshDocuments(client);
}
