/** Device tokens (platform.md §1.3). Invariant: one token for a user, application and device. */
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';

const directory = 'authTokens';

export interface DeviceToken {
  readonly id: string;
  readonly username: string;
  readonly application: string;
  readonly deviceId: string;
  readonly deviceDescription: string | null;
  readonly permission: string;
  readonly creationDate: string;
}

interface Device {
  readonly application: string;
  readonly deviceId: string;
}

export async function acquireDeviceToken(
  session: Session,
  device: Device & { readonly deviceDescription?: string | undefined; readonly permission: string },
): Promise<DeviceToken> {
  const { entries } = await session.write();
  const existing = await tokenFor(entries, session.username, device);
  if (existing) return existing;
  const token = crypto.randomUUID();
  const fields = {
    token,
    userName: session.username,
    applicationName: device.application,
    deviceId: device.deviceId,
    deviceDescription: device.deviceDescription ?? null,
    permission: device.permission,
    creationDate: session.now.toISOString(),
  };
  await entries.insert(directory, { id: token, fields });
  return read({ id: token, fields });
}

/** The revoked token; undefined when there was none. */
export async function revokeDeviceToken(session: Session, device: Device): Promise<string | undefined> {
  const { entries } = await session.write();
  const token = await tokenFor(entries, session.username, device);
  if (!token) return undefined;
  await entries.remove(directory, token.id);
  return token.id;
}

/** The caller's own, newest first. */
export async function listDeviceTokens(
  session: Session,
  application?: string,
): Promise<readonly DeviceToken[]> {
  const equals = { userName: session.username, ...(application ? { applicationName: application } : {}) };
  const found = await session.read.entries.list(directory, {
    filter: { equals },
    sort: [{ name: 'creationDate', descending: true }],
  });
  return found.items.map(read);
}

export async function deleteDeviceToken(session: Session, token: string): Promise<void> {
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(directory, token);
  const isOwn = entry?.fields.userName === session.username;
  if (!entry || !(isOwn || session.principals.isAdministrator)) throw errors.notFound('Token not found');
  await entries.remove(directory, token);
}

/** Whose token this is. */
export async function ownerOfDeviceToken(entries: EntryStore, token: string): Promise<string | undefined> {
  const entry = token === '' ? undefined : await entries.get(directory, token);
  return entry && read(entry).username;
}

async function tokenFor(
  entries: EntryStore,
  userName: string,
  { application: applicationName, deviceId }: Device,
): Promise<DeviceToken | undefined> {
  const filter = { equals: { userName, applicationName, deviceId } };
  const entry = (await entries.list(directory, { filter, limit: 1 })).items[0];
  return entry && read(entry);
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
