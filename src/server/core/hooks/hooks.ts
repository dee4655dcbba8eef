/**
 * Hooks: which events are sent to which address outside; managed by administrators.
 * Invariants: a hook has the rights of its owner, and is inactive while the owner is no administrator; its secret is shown
 * once, when it is made.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry } from '../kernel/stores.ts';
import { encryptSecret } from '../secrets/stored-secrets.ts';
import { randomText } from '../signin/secrets.ts';

export const hookDirectory = 'hooks';
export const deliveryDirectory = 'hookDeliveries';
const mostHooks = 100;
const mostDeliveriesShown = 50;

export interface Hook {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** Ids of audited events; `*` for all. */
  readonly events: readonly string[];
  /** Only events of documents there and below; everywhere when absent. */
  readonly path: string | undefined;
  readonly enabled: boolean;
  /** The hook has this person's rights. */
  readonly owner: string;
  /** Encrypted, as stored. */
  readonly secret: string;
}

export interface Delivery {
  readonly id: string;
  readonly at: string;
  readonly state: string;
  readonly attempts: number;
  /** The receiver's answer, or why nothing was sent. */
  readonly outcome: string;
  readonly events: number;
}

export async function listHooks(session: Session): Promise<readonly Hook[]> {
  requireAdministrator(session);
  return (await session.read.entries.list(hookDirectory, {})).items.map(readHook);
}

/** Returns the secret, which cannot be read later. */
export async function createHook(session: Session, input: JsonObject): Promise<Hook> {
  requireAdministrator(session);
  const { entries } = await session.write();
  if ((await entries.list(hookDirectory, { limit: 1 })).total >= mostHooks)
    throw errors.badRequest(`There are ${mostHooks} hooks already`);
  const id = crypto.randomUUID();
  const clear = randomText(40);
  const secret = await encryptSecret(session, hookDirectory, id, clear);
  const fields = { ...checked(input), owner: session.username, secret };
  const entry = { id, fields };
  await entries.insert(hookDirectory, entry);
  session.audit({ eventId: 'hookCreated', category: 'hook', comment: fields.name });
  return { ...readHook(entry), secret: clear };
}

/** The hook then has the rights of the person who changed it. */
export async function updateHook(session: Session, id: string, input: JsonObject): Promise<Hook> {
  requireAdministrator(session);
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(hookDirectory, id);
  if (!entry) throw errors.notFound(`There is no hook ${id}`);
  const fields = { ...entry.fields, ...checked({ ...entry.fields, ...input }), owner: session.username };
  await entries.update(hookDirectory, id, fields);
  session.audit({ eventId: 'hookModified', category: 'hook', comment: fields.name });
  return readHook({ id, fields });
}

export async function deleteHook(session: Session, id: string): Promise<void> {
  requireAdministrator(session);
  const { entries } = await session.write();
  if (!(await entries.remove(hookDirectory, id))) throw errors.notFound(`There is no hook ${id}`);
  const equals = { hook: id };
  for (const delivery of (await entries.list(deliveryDirectory, { filter: { equals } })).items)
    await entries.remove(deliveryDirectory, delivery.id);
  session.audit({ eventId: 'hookDeleted', category: 'hook', comment: id });
}

/** Newest first. */
export async function listDeliveries(session: Session, hook: string): Promise<readonly Delivery[]> {
  requireAdministrator(session);
  const found = await session.read.entries.list(deliveryDirectory, {
    filter: { equals: { hook } },
    sort: [{ name: 'at', descending: true }],
    limit: mostDeliveriesShown,
  });
  return found.items.map(({ id, fields }) => ({
    id,
    at: text(fields.at),
    state: text(fields.state),
    attempts: typeof fields.attempts === 'number' ? fields.attempts : 0,
    outcome: text(fields.outcome),
    events: typeof fields.events === 'number' ? fields.events : 0,
  }));
}

function requireAdministrator(session: Session): void {
  if (!session.principals.isAdministrator)
    throw errors.forbidden('You do not have permissions to perform this operation.');
}

export function readHook({ id, fields }: Entry): Hook {
  return {
    id,
    name: text(fields.name),
    address: text(fields.address),
    events: Array.isArray(fields.events) ? fields.events.filter(isString) : [],
    path: text(fields.path) || undefined,
    enabled: fields.enabled !== false,
    owner: text(fields.owner),
    secret: text(fields.secret),
  };
}

function checked({ name, address, events, path, enabled }: JsonObject) {
  if (!isString(name) || name.trim() === '' || name.length > 200)
    throw errors.badRequest('A hook needs a name');
  const url = isString(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw errors.badRequest('A hook needs an https address without a name or password in it');
  const wanted = Array.isArray(events) ? events : [];
  if (
    wanted.length === 0 ||
    wanted.length > 100 ||
    !wanted.every((event) => /^[\w*]{1,80}$/.test(String(event)))
  )
    throw errors.badRequest('A hook needs events: their ids, or * for all');
  if (path != null && path !== '' && !(isString(path) && path.startsWith('/')))
    throw errors.badRequest('The path of a hook begins with /');
  return {
    name,
    address: url.href,
    events: wanted.map(String),
    path: isString(path) ? path.replace(/\/+$/, '') : '',
    enabled: enabled !== false,
  };
}

function text(value: Json | undefined): string {
  return isString(value) ? value : '';
}
