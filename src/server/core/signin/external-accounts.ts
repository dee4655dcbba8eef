/**
 * Accounts of people who sign in with another service: made at their first sign-in, updated at each.
 * Invariants: a person is linked to an account by the subject, never by a name or address that they could choose; an
 * existing account is linked only if the settings allow it, and an administrator's never.
 */
import type { JsonObject } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import type { AccountRules, AccountSource, ExternalIdentity } from '../kernel/identity-providers.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { requireFreeName } from '../people/editing-rights.ts';
import { changeGroupsOf } from '../people/memberships.ts';
import { faultOfName } from '../people/names.ts';
import {
  builtInAdministrator,
  groupDirectory,
  includesAny,
  isSuspended,
  reservedUser,
  transientPrefix,
  userDirectory,
  withParentGroups,
} from '../people/principals.ts';
import { externalAccountDirectory as directory, endSignIns } from './end-sign-ins.ts';
import { sha256Base64Url } from './secrets.ts';

const longestName = 200;
const notForPeople = [builtInAdministrator, reservedUser, 'Everyone', 'Guest'].map((name) =>
  name.toLowerCase(),
);

/**
 * @returns the login here
 * @throws 403 when the person cannot have an account
 */
export async function signInExternally(
  session: Session,
  source: AccountSource,
  identity: ExternalIdentity,
): Promise<string> {
  const login = await bringAccountUpToDate(session, source, identity);
  const account = await session.read.entries.get(userDirectory, login);
  if (account && isSuspended(account)) throw errors.forbidden('This account is suspended');
  session.audit({ eventId: 'loginSuccess', category: 'NuxeoAuthentication', comment: source.name });
  return login;
}

/** Makes or updates the account as a sign-in does, but without signing in. */
export async function bringAccountUpToDate(
  session: Session,
  source: AccountSource,
  identity: ExternalIdentity,
): Promise<string> {
  const { entries } = await session.write();
  const id = await linkId(source, identity.subject);
  const link = await holdLink(entries, id);
  const linked = typeof link?.fields.login === 'string' ? link.fields.login : undefined;
  const account =
    (linked === undefined ? undefined : await entries.getForUpdate(userDirectory, linked)) ??
    (await firstAccount(session, entries, source, identity));
  const login = account.id;
  await updateProfile(session, entries, account, identity);
  const groups = await groupsFor(session, entries, source.accounts, identity.groups);
  const earlier = linked === login ? strings(link?.fields.groups) : [];
  await takeGroups(entries, login, earlier, groups);
  const before = linked === login ? link?.fields.passwordChanged : undefined;
  const { passwordChanged = null } = identity;
  if (isNewPassword(before, passwordChanged)) {
    await endSignIns(entries, login);
    session.audit({ eventId: 'signedOutEverywhere', category: 'NuxeoAuthentication', comment: login });
  }
  // An older answer (from a replica that lags behind) must not replace the newer value.
  const isOlder = typeof before === 'number' && (passwordChanged === null || passwordChanged < before);
  const fields: JsonObject = {
    source: source.name,
    login,
    groups: [...groups],
    passwordChanged: isOlder && passwordChanged !== 0 ? before : passwordChanged,
  };
  await entries.update(directory, id, fields);
  return login;
}

/** @param before undefined when it was never read, null when the service did not tell */
function isNewPassword(before: JsonObject[string], now: number | null): boolean {
  if (before === undefined || now === null) return false;
  return typeof before !== 'number' || now > before || (now === 0 && before !== 0);
}

/** Ends the sign-ins of a person whom the service no longer knows, and marks the link until the person is back. */
export async function endAccountThere(session: Session, id: string): Promise<void> {
  const { entries } = await session.write();
  const link = await entries.getForUpdate(directory, id);
  const login = link?.fields.login;
  if (!link || typeof login !== 'string') return;
  await entries.getForUpdate(userDirectory, login);
  await endSignIns(entries, login);
  if (link.fields.hasLeft === true) return;
  await entries.update(directory, id, { ...link.fields, hasLeft: true });
  session.audit({ eventId: 'signedOutEverywhere', category: 'NuxeoAuthentication', comment: login });
}

/** Whether their directory no longer knows the person: then passkeys do not work either. */
export async function hasLeft(entries: EntryStore, login: string): Promise<boolean> {
  const filter = { equals: { login, hasLeft: true } };
  return (await entries.list(directory, { filter, limit: 1 })).items.length > 0;
}

/** Locks the link, or creates it, so that two sign-ins of one person at the same time run one after the other. */
async function holdLink(entries: EntryStore, id: string): Promise<Entry | undefined> {
  const known = await entries.getForUpdate(directory, id);
  if (known) return known;
  const isFirst = await entries.insert(directory, { id, fields: {} });
  return isFirst ? undefined : entries.getForUpdate(directory, id);
}

/** The login linked to the subject; undefined when there is none. */
export async function loginOfSubject(
  entries: EntryStore,
  source: AccountSource,
  subject: string,
): Promise<string | undefined> {
  const login = (await entries.get(directory, await linkId(source, subject)))?.fields.login;
  return typeof login === 'string' ? login : undefined;
}

export function linkId({ issuer }: AccountSource, subject: string): Promise<string> {
  return sha256Base64Url(`${issuer}\n${subject}`);
}

async function firstAccount(
  session: Session,
  entries: EntryStore,
  source: AccountSource,
  { username, firstName, lastName, email }: ExternalIdentity,
): Promise<Entry> {
  if (!isPossibleName(username)) throw errors.forbidden(`Nobody can be called '${username}' here`);
  const known = await entries.getForUpdate(userDirectory, username);
  if (known) {
    await requireAdoption(session, entries, source, username);
    return known;
  }
  await requireFreeName(entries, groupDirectory, username);
  const entry = { id: username, fields: { username, ...profile({ firstName, lastName, email }) } };
  if (!(await entries.insert(userDirectory, entry))) throw taken(username);
  session.audit({ eventId: 'user_created', category: 'userGroup', comment: username });
  return entry;
}

async function requireAdoption(
  session: Session,
  entries: EntryStore,
  source: AccountSource,
  username: string,
): Promise<void> {
  const groups = await entries.allGroupsOf('user', [username]);
  const isAdministrator = includesAny(groups, session.repository.settings.administratorGroups);
  const equals = { login: username, source: source.name };
  const others = await entries.list(directory, { filter: { equals }, limit: 1 });
  // Services may reuse names: the account belongs to the first person from there.
  if (!source.accounts.adoptsAccounts || isAdministrator || others.items.length > 0) throw taken(username);
}

function taken(username: string): Error {
  return errors.forbidden(
    `There is an account '${username}' here already, which is not tied to this sign-in. An administrator can help`,
  );
}

function isPossibleName(name: string): boolean {
  return (
    faultOfName(name) === undefined &&
    name.length <= longestName &&
    !name.startsWith(transientPrefix) &&
    !notForPeople.includes(name.toLowerCase())
  );
}

async function updateProfile(
  session: Session,
  entries: EntryStore,
  account: Entry,
  { firstName, lastName, email }: ExternalIdentity,
): Promise<void> {
  const news = profile({ firstName, lastName, email });
  // Writing only changes matters: every change of a person makes all servers read people again.
  if (Object.entries(news).every(([name, value]) => account.fields[name] === value)) return;
  await entries.update(userDirectory, account.id, { ...account.fields, ...news });
  session.audit({ eventId: 'user_modified', category: 'userGroup', comment: account.id });
}

function profile(given: Readonly<Record<string, string | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Only groups that exist here; groups of administrators only when the settings map them. */
async function groupsFor(
  session: Session,
  entries: EntryStore,
  { groups, defaultGroups }: AccountRules,
  given: readonly string[],
): Promise<readonly string[]> {
  const wanted = new Set(defaultGroups);
  for (const name of given) {
    const here = groups === 'same' ? name : groups.get(name);
    if (here === undefined) continue;
    if (groups === 'same') {
      const all = await withParentGroups(entries, [here]);
      if (includesAny(all, session.repository.settings.administratorGroups)) continue;
    }
    wanted.add(here);
  }
  const found = [];
  for (const name of wanted) if (await entries.get(groupDirectory, name)) found.push(name);
  return found;
}

/** Groups that were assigned here stay. */
async function takeGroups(
  entries: EntryStore,
  login: string,
  earlier: readonly string[],
  now: readonly string[],
): Promise<void> {
  const change = (current: readonly string[]): readonly string[] => [
    ...new Set([...current.filter((name) => !earlier.includes(name)), ...now]),
  ];
  const current = await entries.groupsOf('user', login);
  const wanted = change(current);
  if (wanted.length === current.length && wanted.every((name) => current.includes(name))) return;
  await changeGroupsOf(entries, 'user', login, change);
}

function strings(value: JsonObject[string]): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
