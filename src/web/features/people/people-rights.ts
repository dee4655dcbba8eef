/**
 * Which changes to people the signed-in person may make, by the rules of Platform servers: administrators all, power users
 * all but those to administrators and their groups. Pure. The server checks again; this only avoids its refusal.
 */
import type { GroupEntity, UserEntity } from '#wire/people.ts';

/** Key of the reason under `reason` in this feature's texts; undefined if it is allowed. */
export type Refusal = 'notEditor' | 'administrator' | 'oneself' | undefined;

const administrators = 'administrators';
const powerUsers = 'powerusers';

function groupsOf({ extendedGroups }: UserEntity): readonly string[] {
  return extendedGroups.map(({ name }) => name);
}

export function mayNotCreate(me: UserEntity | undefined): Refusal {
  if (me === undefined) return 'notEditor';
  return me.isAdministrator || groupsOf(me).includes(powerUsers) ? undefined : 'notEditor';
}

export function mayNotEditUser(me: UserEntity | undefined, user: UserEntity): Refusal {
  const refusal = mayNotCreate(me);
  if (refusal !== undefined || me?.isAdministrator === true) return refusal;
  return user.isAdministrator || groupsOf(user).includes(administrators) ? 'administrator' : undefined;
}

export function mayNotDeleteUser(me: UserEntity | undefined, user: UserEntity): Refusal {
  return mayNotEditUser(me, user) ?? (me?.id === user.id ? 'oneself' : undefined);
}

export function mayNotEditGroup(me: UserEntity | undefined, group: GroupEntity): Refusal {
  const refusal = mayNotCreate(me);
  if (refusal !== undefined || me?.isAdministrator === true) return refusal;
  const parents = group.parentGroups ?? [];
  return group.groupname === administrators || parents.includes(administrators) ? 'administrator' : undefined;
}
