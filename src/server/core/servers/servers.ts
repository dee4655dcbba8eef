/**
 * The servers that share this database, and the state that each last reported.
 * Invariant: a server that has not reported for a while is not listed, and is removed later.
 */
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import type { Entry } from '../kernel/stores.ts';

const directory = 'servers';
/** How often each server reports. */
export const announceMilliseconds = 60_000;
const goneMilliseconds = 3 * announceMilliseconds;

export interface ServerState {
  /** The same as long as the server runs. */
  readonly id: string;
  readonly host: string;
  readonly process: number;
  readonly startedAt: string;
  readonly memoryBytes: number;
  /** Which optional parts it can use, by name. */
  readonly parts: Readonly<Record<string, boolean>>;
}

export interface ListedServer extends ServerState {
  readonly seenAt: string;
}

export async function announceServer(repository: Repository, state: ServerState): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const { id, parts, ...facts } = state;
    const fields: JsonObject = { ...facts, parts: { ...parts }, seenAt: session.now.toISOString() };
    if (await entries.getForUpdate(directory, id)) await entries.update(directory, id, fields);
    else await entries.insert(directory, { id, fields });
    for (const other of (await entries.list(directory, {})).items)
      if (isGone(other, session.now)) await entries.remove(directory, other.id);
  });
}

/** Called when a server stops, so that it is not reported as missing. */
export async function forgetServer(repository: Repository, id: string): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    await (await session.write()).entries.remove(directory, id);
  });
}

export async function listServers(session: Session): Promise<readonly ListedServer[]> {
  if (!session.principals.isAdministrator)
    throw errors.forbidden('You do not have permissions to perform this operation.');
  const found = await session.read.entries.list(directory, {
    sort: [{ name: 'startedAt', descending: false }],
  });
  return found.items.filter((entry) => !isGone(entry, session.now)).map(read);
}

function isGone({ fields }: Entry, now: Date): boolean {
  return Date.parse(String(fields.seenAt)) < now.getTime() - goneMilliseconds;
}

function read({ id, fields }: Entry): ListedServer {
  const text = (name: string): string => (isString(fields[name]) ? fields[name] : '');
  const parts = isJsonObject(fields.parts) ? Object.entries(fields.parts) : [];
  return {
    id,
    host: text('host'),
    process: Number(fields.process),
    startedAt: text('startedAt'),
    memoryBytes: Number(fields.memoryBytes),
    parts: Object.fromEntries(parts.map(([name, isWell]) => [name, isWell === true])),
    seenAt: text('seenAt'),
  };
}
