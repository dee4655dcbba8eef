/**
 * Who somebody is: the login and all groups, inherited ones included.
 * Invariant: groups in groups may form circles; each group is visited once.
 */
import { everyone } from '../access.ts';
import type { Principals } from '../model.ts';
import type { EntryStore, Stores } from '../ports.ts';

export const userDirectory = 'userDirectory';
export const groupDirectory = 'groupDirectory';

/** The built-in administrator: one even without the group. */
export const builtInAdministrator = 'Administrator';
export const powerUsers = 'powerusers';
export const members = 'members';

/** The repository itself acts under this name; nobody signs in as it. */
export const reservedUser = 'system';

/** Undefined for unknown users and the reserved one. `groups` ends with `Everyone`. */
export async function principalsOf(
  stores: Stores,
  administratorGroups: readonly string[],
  username: string,
): Promise<Principals | undefined> {
  if (username === reservedUser) return undefined;
  if (!(await stores.entries.get(userDirectory, username))) return undefined;
  const groups = await allGroupsOf(stores.entries, username);
  return {
    username,
    groups: [...groups, everyone],
    isAdministrator: username === builtInAdministrator || includesAny(groups, administratorGroups),
    isAnonymous: false,
  };
}

/** Direct and inherited groups of a user, nearest first. */
export async function allGroupsOf(entries: EntryStore, username: string): Promise<readonly string[]> {
  return closure(await entries.groupsOf('user', username), (group) => entries.groupsOf('group', group));
}

/** The groups themselves and all that they belong to. */
export async function withParentGroups(
  entries: EntryStore,
  groups: readonly string[],
): Promise<readonly string[]> {
  return closure(groups, (group) => entries.groupsOf('group', group));
}

/** Users in the group or in any group inside it. */
export async function allUsersIn(entries: EntryStore, group: string): Promise<readonly string[]> {
  const groups = await closure([group], (one) => entries.members(one, 'group'));
  const users = new Set<string>();
  for (const one of groups) for (const user of await entries.members(one, 'user')) users.add(user);
  return [...users];
}

async function closure(
  start: readonly string[],
  next: (group: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const seen = new Set(start);
  // A Set iterates over what is added on the way.
  for (const group of seen) for (const further of await next(group)) seen.add(further);
  return [...seen];
}

export function includesAny(groups: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((group) => groups.includes(group));
}

/** The names that a person may stand under among the actors of a task. */
export function actorNames(username: string, groups: readonly string[]): readonly string[] {
  return [username, `user:${username}`, ...groups, ...groups.map((group) => `group:${group}`)];
}

/** Login names without the `Everyone` that only access rules need. */
export function namedGroups(principals: Principals): readonly string[] {
  return principals.groups.filter((group) => group !== everyone);
}
