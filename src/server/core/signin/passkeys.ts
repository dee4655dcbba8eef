/**
 * Passkeys: keys on people's devices that sign in without a username or password. They count as two factors, because the
 * device asks for a fingerprint or a code.
 * Invariants: only a key's owner can see, rename and remove it; an administrator can remove all keys of a person; a
 * challenge is accepted once, from the key that signed it.
 */
import { isString, type JsonObject } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import type { PasskeyKey, PasskeyProtocol } from '../kernel/passkey-protocol.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { queueAccountNotice } from '../mail/account-notices.ts';
import { passkeyDirectory as directory } from './end-sign-ins.ts';
import { hasLeft } from './external-accounts.ts';
import { isChallenge, newChallenge, takeChallenge } from './passkey-challenges.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';
import { randomText } from './secrets.ts';

const mostPasskeys = 20;
const signInPurpose = 'sign-in';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly made: string;
  readonly lastUsed: string | null;
}

export async function listPasskeys(session: Session): Promise<readonly Passkey[]> {
  return (await ofPerson(session.read.entries, session.username)).map(shown);
}

/**
 * Options for the browser, which makes the key; the result is accepted only with this challenge.
 * @throws 403 without a recent sign-in
 */
export async function beginPasskey(session: Session): Promise<JsonObject> {
  const protocol = protocolOf(session);
  requireRecentSignIn(session);
  const { name: appName } = session.repository.settings.brand;
  const known = await ofPerson(session.read.entries, session.username);
  if (known.length >= mostPasskeys) throw errors.badRequest(`You have ${mostPasskeys} passkeys already`);
  // One handle for each person lets a device recognize that it has a key of that person.
  const handle = known[0] === undefined ? randomText(40) : text(known[0].fields.handle);
  const challenge = await newChallenge(session, registering(session.username, handle));
  const owner = { username: session.username, handle, known: known.map(keyIn) };
  return { options: await protocol.registrationOptions(owner, { appName, challenge }), handle };
}

/** @throws 400 unless the key was made for this person just now */
export async function addPasskey(
  session: Session,
  given: { readonly name: string; readonly handle: string; readonly response: JsonObject },
  origins: readonly string[],
): Promise<Passkey> {
  const name = checkedName(given.name);
  const purpose = registering(session.username, given.handle);
  const made = await protocolOf(session).newPasskey(given.response, {
    origins,
    isOurs: (challenge) => isChallenge(session, purpose, challenge),
  });
  const { entries } = await session.write();
  if (!made || !(await takeChallenge(session, made.challenge)))
    throw errors.badRequest('This passkey was not made for this page, or too long ago');
  const fields = {
    login: session.username,
    name,
    handle: given.handle,
    made: session.now.toISOString(),
    publicKey: made.key.publicKey,
    counter: made.key.counter,
    transports: [...made.key.transports],
  };
  if (!(await entries.insert(directory, { id: made.key.id, fields })))
    throw errors.badRequest('This passkey is known already');
  session.audit({ eventId: 'passkeyAdded', category: 'NuxeoAuthentication', comment: name });
  await queueAccountNotice(session, session.username, 'passkeyAdded');
  return shown({ id: made.key.id, fields });
}

export async function renamePasskey(session: Session, id: string, name: string): Promise<Passkey> {
  const { entries } = await session.write();
  const entry = ownOne(session, await entries.getForUpdate(directory, id));
  const fields = { ...entry.fields, name: checkedName(name) };
  await entries.update(directory, id, fields);
  return shown({ id, fields });
}

export async function removePasskey(session: Session, id: string): Promise<void> {
  const { entries } = await session.write();
  const entry = ownOne(session, await entries.getForUpdate(directory, id));
  await entries.remove(directory, id);
  session.audit({
    eventId: 'passkeyRemoved',
    category: 'NuxeoAuthentication',
    comment: text(entry.fields.name),
  });
  await queueAccountNotice(session, session.username, 'passkeyRemoved');
}

/** For people who have lost their devices. */
export async function removePasskeysOf(session: Session, username: string): Promise<void> {
  if (!session.principals.isAdministrator)
    throw errors.forbidden('You do not have permissions to perform this operation.');
  const { entries } = await session.write();
  const all = await ofPerson(entries, username);
  if (all.length === 0) throw errors.notFound('There are no passkeys');
  for (const { id } of all) await entries.remove(directory, id);
  session.audit({ eventId: 'passkeyRemoved', category: 'NuxeoAuthentication', comment: username });
  await queueAccountNotice(session, username, 'passkeyRemoved');
}

export async function hasPasskey(entries: EntryStore, login: string): Promise<boolean> {
  return (await entries.list(directory, { filter: { equals: { login } }, limit: 1 })).items.length > 0;
}

/** Sign-in pages offer passkeys only when somebody has one. */
export async function hasAnyPasskey(entries: EntryStore): Promise<boolean> {
  return (await entries.list(directory, { limit: 1 })).items.length > 0;
}

export async function beginPasskeySignIn(session: Session): Promise<JsonObject> {
  return protocolOf(session).signInOptions(await newChallenge(session, signInPurpose));
}

/** Returns the login; undefined when the response is not valid. */
export async function takePasskey(
  session: Session,
  response: JsonObject,
  origins: readonly string[],
): Promise<string | undefined> {
  const id = text(response.id);
  const known = id === '' ? undefined : await session.read.entries.get(directory, id);
  if (!known) return undefined;
  const used = await protocolOf(session).signIn(response, keyIn(known), {
    origins,
    isOurs: (challenge) => isChallenge(session, signInPurpose, challenge),
  });
  if (!used || (used.handle !== undefined && used.handle !== known.fields.handle)) return undefined;
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(directory, id);
  // Removed meanwhile, or the same response was used by another call.
  if (!entry || entry.fields.counter !== known.fields.counter) return undefined;
  if (!(await takeChallenge(session, used.challenge))) return undefined;
  if (await hasLeft(entries, text(entry.fields.login))) return undefined;
  const fields = { ...entry.fields, counter: used.counter, lastUsed: session.now.toISOString() };
  await entries.update(directory, id, fields);
  return text(entry.fields.login);
}

function protocolOf(session: Session): PasskeyProtocol {
  const { passkeys } = session.repository.ports;
  if (!passkeys) throw errors.notFound('Passkeys are not offered here');
  return passkeys;
}

function registering(username: string, handle: string): string {
  return `register ${handle} ${username}`;
}

async function ofPerson(entries: EntryStore, login: string): Promise<readonly Entry[]> {
  return (await entries.list(directory, { filter: { equals: { login } } })).items;
}

function ownOne(session: Session, entry: Entry | undefined): Entry {
  if (entry?.fields.login !== session.username) throw errors.notFound('There is no such passkey');
  return entry;
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 100) throw errors.badRequest('A passkey needs a name');
  return trimmed;
}

function shown({ id, fields }: Entry): Passkey {
  const { lastUsed } = fields;
  return { id, name: text(fields.name), made: text(fields.made), lastUsed: text(lastUsed) || null };
}

function keyIn({ id, fields }: Entry): PasskeyKey {
  const { counter, transports } = fields;
  return {
    id,
    publicKey: text(fields.publicKey),
    counter: typeof counter === 'number' ? counter : 0,
    transports: Array.isArray(transports) ? transports.filter(isString) : [],
  };
}

function text(value: unknown): string {
  return isString(value) ? value : '';
}
