/** Access control lists, in the two forms of the interface: `@acl` and the enricher `acls`. */
import { aceId, aceStatus } from '#server/core/access/entries.ts';
import type { Ace, Acl } from '#server/core/kernel/model.ts';
import { transientPrefix } from '#server/core/people/principals.ts';
import type { AceEntity, AclEntity } from '#wire/activity.ts';

export function presentAce(ace: Ace, now: Date): AceEntity {
  return {
    id: aceId(ace),
    username: ace.username,
    permission: ace.permission,
    granted: ace.granted,
    creator: ace.creator,
    begin: ace.begin,
    end: ace.end,
    status: aceStatus(ace, now),
  };
}

export interface AclsEntity {
  readonly 'entity-type': 'acls';
  readonly acl: readonly { readonly name: string; readonly ace: readonly AceEntity[] }[];
}

export function presentAcls(acls: readonly Acl[], now: Date): AclsEntity {
  return {
    'entity-type': 'acls',
    acl: acls.map((acl) => ({ name: acl.name, ace: acl.aces.map((ace) => presentAce(ace, now)) })),
  };
}

/** @param extended adds whether and how the person was notified */
export function presentEnrichedAcls(
  acls: readonly Acl[],
  now: Date,
  extended: boolean,
): readonly AclEntity[] {
  return acls.map((acl) => ({
    name: acl.name,
    aces: acl.aces.map((ace) => ({
      ...presentAce(ace, now),
      externalUser: ace.username.startsWith(transientPrefix),
      ...(extended ? { notify: ace.notify ?? false, comment: ace.comment ?? null } : {}),
    })),
  }));
}
