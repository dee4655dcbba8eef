/**
 * Users: entries of the user directory with their groups.
 * Invariant: a password comes as text, is stored as a hash, and is never returned.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry } from '../kernel/stores.ts';
import { queueAccountNotice, queueAddressNotice } from '../mail/account-notices.ts';
import { endSignIns, removeTies } from '../signin/end-sign-ins.ts';
import {
  existingGroups,
  isPeopleEditor,
  mayEditUser,
  mayUseGroups,
  requireFreeName,
} from './editing-rights.ts';
import { maySeeEmail } from './email-visibility.ts';
import { removeInvitation } from './invitations.ts';
import { changeGroupsOf } from './memberships.ts';
import { authenticate } from './password-check.ts';
import { badPassword, isGoodPassword } from './password-rules.ts';
import { builtInAdministrator, groupDirectory, includesAny, userDirectory } from './principals.ts';

export interface User {
  readonly id: string;
  /** The schema's columns without the password; unset ones are null. */
  readonly properties: JsonObject;
  /** Direct groups. */
  readonly groups: readonly string[];
  /** Direct and inherited groups, with their labels. */
  readonly extendedGroups: readonly { readonly name: string; readonly label: string }[];
  readonly isAdministrator: boolean;
}

const columns = ['lastName', 'firstName', 'username', 'email', 'company', 'tenantId'] as const;

export async function findUser(session: Session, username: string): Promise<User | undefined> {
  const entry = await session.read.entries.get(userDirectory, username);
  return entry && present(session, entry);
}

/** First and last name; the login when both are missing. */
export async function fullName(session: Session, username: string): Promise<string> {
  const { firstName, lastName } = (await findUser(session, username))?.properties ?? {};
  const name = [firstName, lastName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return name === '' ? username : name;
}

/** A person with a permission given by e-mail: no entry, only the name `transient/<e-mail>/<number>`. */
function transientUser(username: string): User | undefined {
  const email = /^transient\/([^/]+)\/\d+$/.exec(username)?.[1];
  if (email === undefined) return undefined;
  const unset = Object.fromEntries(columns.map((name) => [name, null]));
  return {
    id: username,
    properties: { ...unset, username, firstName: email, email, groups: [] },
    groups: [],
    extendedGroups: [],
    isAdministrator: false,
  };
}

export async function getUser(session: Session, username: string): Promise<User> {
  const user = (await findUser(session, username)) ?? transientUser(username);
  if (!user) throw errors.notFound('user does not exist');
  return user;
}

export async function createUser(
  session: Session,
  input: { readonly id?: string | undefined; readonly properties: JsonObject },
): Promise<User> {
  const username = text(input.properties.username) ?? input.id;
  if (!username) throw errors.badRequest('User MUST have a name');
  if (!isPeopleEditor(session)) throw errors.forbidden('Cannot create artifact');
  // Hashing is slow on purpose: never do it inside the writing transaction.
  const password = await newPassword(session, username, input.properties.password);
  const { entries } = await session.write();
  const groups = await existingGroups(entries, groupDirectory, strings(input.properties.groups));
  if (!(await mayUseGroups(session, groups))) throw errors.forbidden('Cannot create artifact');
  await requireFreeName(entries, groupDirectory, username);
  const fields = { ...profileFields(input.properties), username, ...(password ? { password } : {}) };
  if (!(await entries.insert(userDirectory, { id: username, fields }))) {
    throw new RepositoryError('conflict', 'User already exists');
  }
  await changeGroupsOf(entries, 'user', username, () => groups);
  announce(session, 'user_created', username);
  return present(session, { id: username, fields });
}

export async function updateUser(session: Session, username: string, properties: JsonObject): Promise<User> {
  const password = isPeopleEditor(session)
    ? await newPassword(session, username, properties.password)
    : undefined;
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(userDirectory, username);
  if (!entry) throw errors.notFound('user does not exist');
  const isOwnPassword = username === session.username && text(properties.password) !== undefined;
  if (!(await mayEditUser(session, username)) || (isOwnPassword && !session.principals.isAdministrator)) {
    throw errors.forbidden('User is not allowed to edit users');
  }
  const fields: JsonObject = {
    ...entry.fields,
    ...profileFields(properties),
    ...(password ? { password } : {}),
  };
  await entries.update(userDirectory, username, fields);
  const former = text(entry.fields.email);
  if (former !== undefined && former !== fields.email) await queueAddressNotice(session, username, former);
  if (password) {
    await endSignIns(entries, username, ownToken(session, username));
    await queueAccountNotice(session, username, 'password');
  }
  if (properties.groups !== undefined) {
    const groups = await existingGroups(entries, groupDirectory, strings(properties.groups));
    if (!(await mayUseGroups(session, groups))) throw errors.forbidden('User is not allowed to edit users');
    await changeGroupsOf(entries, 'user', username, () => groups);
  }
  announce(session, 'user_modified', username);
  return present(session, { id: username, fields });
}

export async function deleteUser(session: Session, username: string): Promise<void> {
  const { entries } = await session.write();
  if (!(await entries.getForUpdate(userDirectory, username))) throw errors.notFound('user does not exist');
  if (!(await mayEditUser(session, username))) throw errors.forbidden('User is not allowed to edit users');
  await entries.remove(userDirectory, username);
  await changeGroupsOf(entries, 'user', username, () => []);
  // Otherwise the next person with that name could use them.
  await endSignIns(entries, username);
  await removeTies(entries, username);
  await removeInvitation(entries, username);
  announce(session, 'user_deleted', username);
}

export async function addToGroup(session: Session, username: string, group: string): Promise<User> {
  return changeGroups(session, username, group, (groups) => [...new Set([...groups, group])]);
}

export async function removeFromGroup(session: Session, username: string, group: string): Promise<User> {
  return changeGroups(session, username, group, (groups) => groups.filter((name) => name !== group));
}

async function changeGroups(
  session: Session,
  username: string,
  group: string,
  change: (groups: readonly string[]) => readonly string[],
): Promise<User> {
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(userDirectory, username);
  if (!entry) throw errors.notFound('User not found');
  if (!(await entries.get(groupDirectory, group))) throw errors.notFound('Group not found');
  if (!(await mayEditUser(session, username)) || !(await mayUseGroups(session, [group]))) {
    throw errors.forbidden('Cannot edit user');
  }
  await changeGroupsOf(entries, 'user', username, change);
  announce(session, 'user_modified', username);
  return present(session, entry);
}

/** Changes the caller's own password; 401 without a body when the old one is wrong. */
export async function changeOwnPassword(
  session: Session,
  oldPassword: string,
  newText: string,
  address: string,
): Promise<User> {
  const { repository, username } = session;
  const known = await session.read.entries.get(userDirectory, username);
  const hash = text(known?.fields.password);
  // Counted like a sign-in, so that somebody at an open session cannot guess the password here.
  const isRight = await authenticate(repository, username, oldPassword, { address, username });
  const password = isRight ? await newPassword(session, username, newText) : undefined;
  if (isRight && !password) throw badPassword(repository);
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(userDirectory, session.username);
  // Another call may have changed it during the hashing.
  if (!password || !entry || entry.fields.password !== hash) {
    throw new RepositoryError('unauthenticated', 'The old password is wrong', { body: 'empty' });
  }
  const fields = { ...entry.fields, password };
  await entries.update(userDirectory, entry.id, fields);
  await endSignIns(entries, entry.id, session.principals.signedInWith);
  await queueAccountNotice(session, entry.id, 'password');
  announce(session, 'user_modified', entry.id);
  return present(session, { id: entry.id, fields });
}

export async function present(session: Session, entry: Entry): Promise<User> {
  const { entries } = session.read;
  const direct = await entries.groupsOf('user', entry.id);
  const all = await entries.allGroupsOf('user', [entry.id]);
  const extendedGroups = [];
  for (const name of all) {
    const group = await entries.get(groupDirectory, name);
    extendedGroups.push({ name, label: text(group?.fields.grouplabel) ?? name });
  }
  return {
    id: entry.id,
    properties: {
      ...Object.fromEntries(columns.map((name) => [name, entry.fields[name] ?? null])),
      ...(maySeeEmail(session, entry.id) ? {} : { email: null }),
      username: entry.id,
      groups: direct,
    },
    groups: direct,
    extendedGroups,
    isAdministrator:
      entry.id === builtInAdministrator || includesAny(all, session.repository.settings.administratorGroups),
  };
}

/** The hash of a given password; undefined when none is given. */
async function newPassword(
  { repository }: Session,
  username: string,
  value: Json | undefined,
): Promise<string | undefined> {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || !(await isGoodPassword(repository, username, value)))
    throw badPassword(repository);
  return repository.ports.passwords.hash(value);
}

function ownToken({ username, principals }: Session, changed: string): string | undefined {
  return username === changed ? principals.signedInWith : undefined;
}

function profileFields(properties: JsonObject): JsonObject {
  const known = columns.filter((name) => name !== 'username' && properties[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, text(properties[name]) ?? null]));
}

function announce(session: Session, eventId: string, username: string): void {
  session.audit({ eventId, category: 'userGroup', comment: username });
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function strings(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
