/**
 * Device tokens.
 * Invariants: one token for each user, application and device: a new request ends the older token, or returns it again when
 * that relaxation is set. Only digests are stored, so only the client that asked for a token gets it.
 */
import { isString } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { holdCaller } from './hold-person.ts';
import { readableFields, readableTokens } from './readable-tokens.ts';
import { momentField } from './recent-sign-in.ts';
import { isTokenDigest, tokenDigest } from './secrets.ts';
import { isUnused, lastUse, unusedEndDate } from './token-uses.ts';

export const deviceTokenDirectory = 'authTokens';
const directory = deviceTokenDirectory;

export interface DeviceToken {
  /** The digest of the token. */
  readonly id: string;
  readonly username: string;
  readonly application: string;
  readonly deviceId: string;
  readonly deviceDescription: string | null;
  readonly permission: string;
  readonly creationDate: string;
}

/** As shown to its owner. */
export interface ListedDeviceToken extends DeviceToken {
  readonly lastUsedDate: string | null;
  /** When it ends unless it is used before; null: it does not end by itself. */
  readonly unusedEndDate: string | null;
  /** This call was made with it. */
  readonly isCurrent: boolean;
}

interface Device {
  readonly application: string;
  readonly deviceId: string;
}

export async function acquireDeviceToken(
  session: Session,
  device: Device & { readonly deviceDescription?: string | undefined; readonly permission: string },
): Promise<string> {
  const { entries } = await session.write();
  await holdCaller(entries, session.principals);
  const existing = await entryFor(entries, session.username, device);
  const isAlive = existing && !isUnused(session.repository, directory, existing);
  const known = isAlive && readableTokens(session.repository, directory, existing).token;
  if (isString(known)) return known;
  if (existing) await entries.remove(directory, existing.id);
  const token = crypto.randomUUID();
  const id = await tokenDigest(token);
  const fields = {
    token: id,
    userName: session.username,
    applicationName: device.application,
    deviceId: device.deviceId,
    deviceDescription: device.deviceDescription ?? null,
    permission: device.permission,
    creationDate: session.now.toISOString(),
    ...momentField(session.principals),
    ...(await readableFields(session, directory, id, { token })),
  };
  await entries.insert(directory, { id, fields });
  return token;
}

/** Returns the digest of the revoked token; undefined when there was none. */
export async function revokeDeviceToken(session: Session, device: Device): Promise<string | undefined> {
  const { entries } = await session.write();
  const token = await entryFor(entries, session.username, device);
  if (!token) return undefined;
  await entries.remove(directory, token.id);
  return token.id;
}

/** The caller's own, newest first. */
export async function listDeviceTokens(
  session: Session,
  application?: string,
): Promise<readonly ListedDeviceToken[]> {
  const equals = { userName: session.username, ...(application ? { applicationName: application } : {}) };
  const found = await session.read.entries.list(directory, {
    filter: { equals },
    sort: [{ name: 'creationDate', descending: true }],
  });
  const { repository } = session;
  return found.items.map((entry) => ({
    ...read(entry),
    lastUsedDate: lastUse(repository.ports.store, directory, entry.id, entry.fields),
    unusedEndDate: unusedEndDate(repository, directory, entry),
    isCurrent: entry.id === session.principals.signedInWith,
  }));
}

/** @param token the token, or its id from the list */
export async function deleteDeviceToken(session: Session, token: string): Promise<void> {
  const { entries } = await session.write();
  const id = isTokenDigest(token) ? token : await tokenDigest(token);
  const entry = await entries.getForUpdate(directory, id);
  const isOwn = entry?.fields.userName === session.username;
  if (!entry || !(isOwn || session.principals.isAdministrator)) throw errors.notFound('Token not found');
  await entries.remove(directory, id);
}

/** Undefined when there is no such token. */
export async function findDeviceToken(entries: EntryStore, token: string): Promise<Entry | undefined> {
  return token === '' ? undefined : entries.get(directory, await tokenDigest(token));
}

/** Ends all of a person's device tokens except one. */
export async function endDeviceTokens(
  entries: EntryStore,
  userName: string,
  exceptToken: string | undefined,
): Promise<void> {
  for (const { id } of (await entries.list(directory, { filter: { equals: { userName } } })).items)
    if (id !== exceptToken) await entries.remove(directory, id);
}

async function entryFor(
  entries: EntryStore,
  userName: string,
  { application: applicationName, deviceId }: Device,
): Promise<Entry | undefined> {
  const filter = { equals: { userName, applicationName, deviceId } };
  return (await entries.list(directory, { filter, limit: 1 })).items[0];
}

function read({ id, fields }: Entry): DeviceToken {
  const { deviceDescription } = fields;
  return {
    id,
    username: String(fields.userName),
    application: String(fields.applicationName),
    deviceId: String(fields.deviceId),
    deviceDescription: typeof deviceDescription === 'string' ? deviceDescription : null,
    permission: String(fields.permission),
    creationDate: String(fields.creationDate),
  };
}
