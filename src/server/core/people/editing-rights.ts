/**
 * Who may change users: administrators everyone; power users everyone who is not in a group of administrators, directly
 * or through other groups.
 */
import { everyone } from '../access/entries.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { EntryStore } from '../kernel/stores.ts';
import { faultOfName } from './names.ts';
import {
  builtInAdministrator,
  includesAny,
  powerUsers,
  reservedUser,
  withParentGroups,
} from './principals.ts';

const reservedNames = [reservedUser, everyone, builtInAdministrator].map((name) => name.toLowerCase());

export function isPeopleEditor(session: Session): boolean {
  return session.principals.isAdministrator || session.principals.groups.includes(powerUsers);
}

/** Whether the caller, at least a power user, may change this user. */
export async function mayEditUser(session: Session, username: string): Promise<boolean> {
  if (session.principals.isAdministrator) return true;
  if (!isPeopleEditor(session) || username === builtInAdministrator) return false;
  const groups = await session.read.entries.allGroupsOf('user', [username]);
  return !includesAny(groups, session.repository.settings.administratorGroups);
}

export async function mayUseGroups(session: Session, groups: readonly string[]): Promise<boolean> {
  if (session.principals.isAdministrator) return true;
  if (!isPeopleEditor(session)) return false;
  const all = await withParentGroups(session.read.entries, groups);
  return !includesAny(all, session.repository.settings.administratorGroups);
}

/**
 * Access entries do not tell users from groups, so a name must not be used for both: a user called `administrators` would
 * have that group's rights. Names that only look equal are refused too.
 */
export async function requireFreeName(
  entries: EntryStore,
  otherDirectory: string,
  name: string,
): Promise<void> {
  const fault = faultOfName(name);
  if (fault) throw errors.badRequest(`The name ${JSON.stringify(name)} cannot be given: ${fault}`);
  const isReserved = reservedNames.includes(name.toLowerCase()) && name !== builtInAdministrator;
  if (isReserved || (await entries.get(otherDirectory, name))) {
    throw new RepositoryError('conflict', `The name ${name} is taken`);
  }
}

/** Removes duplicates. @throws when a group does not exist */
export async function existingGroups(
  entries: EntryStore,
  directory: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const unique = [...new Set(names)];
  for (const name of unique) {
    if (!(await entries.get(directory, name))) throw errors.forbidden(`group does not exist: ${name}`);
  }
  return unique;
}
