/** A person's principals: the login and all groups, inherited ones included. */
import { isString } from '#wire/json.ts';
import { everyone } from '../access/entries.ts';
import type { Principals } from '../kernel/model.ts';
import { type Entry, type EntryStore, peopleDirectory, type Stores } from '../kernel/stores.ts';

export const userDirectory = peopleDirectory;
export const groupDirectory = 'groupDirectory';

/** Always an administrator, also without the group. */
export const builtInAdministrator = 'Administrator';
export const powerUsers = 'powerusers';
export const members = 'members';

/** Prefix of people without an account, who are known by their mail address. */
export const transientPrefix = 'transient/';

/** The name of the repository itself; nobody can sign in with it. */
export const reservedUser = 'system';

/** Undefined for unknown users, suspended ones and the reserved one. `groups` ends with `Everyone`. */
export async function principalsOf(
  stores: Stores,
  administratorGroups: readonly string[],
  username: string,
): Promise<Principals | undefined> {
  const { entry, principals } = await findPerson(stores, administratorGroups, username);
  return entry && principals;
}

export interface Person {
  readonly entry: Entry | undefined;
  readonly principals: Principals;
}

/** A user's entry and principals, read at once. Suspended people have no principals. */
export async function findPerson(
  stores: Stores,
  administratorGroups: readonly string[],
  username: string,
): Promise<Person> {
  const [entry, groups] = await Promise.all([
    username === reservedUser ? undefined : stores.entries.get(userDirectory, username),
    stores.entries.allGroupsOf('user', [username]),
  ]);
  const principals = {
    username,
    groups: [...groups, everyone],
    isAdministrator: username === builtInAdministrator || includesAny(groups, administratorGroups),
    isAnonymous: false,
    ...(isString(entry?.fields.password) ? { passwordHash: entry.fields.password } : {}),
  };
  return { entry: entry && isSuspended(entry) ? undefined : entry, principals };
}

export function isSuspended({ fields }: Entry): boolean {
  return fields.isSuspended === true;
}

/** These groups and all groups that contain them. */
export async function withParentGroups(
  entries: EntryStore,
  groups: readonly string[],
): Promise<readonly string[]> {
  return [...new Set([...groups, ...(await entries.allGroupsOf('group', groups))])];
}

/** Users in the group or in any group inside it. */
export async function allUsersIn(entries: EntryStore, group: string): Promise<readonly string[]> {
  const groups = new Set([group]);
  // A Set iterates over what is added on the way; groups in groups may form circles.
  for (const one of groups) for (const inner of await entries.members(one, 'group')) groups.add(inner);
  const users = new Set<string>();
  for (const one of groups) for (const user of await entries.members(one, 'user')) users.add(user);
  return [...users];
}

export function includesAny(groups: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((group) => groups.includes(group));
}

/** The names by which a person may be an actor of a task. */
export function actorNames(username: string, groups: readonly string[]): readonly string[] {
  return [username, `user:${username}`, ...groups, ...groups.map((group) => `group:${group}`)];
}

/** The groups without `Everyone`, which exists only for access rules. */
export function namedGroups(principals: Principals): readonly string[] {
  return principals.groups.filter((group) => group !== everyone);
}
