/**
 * Chooses which events go to which hook, and queues them in the transaction of the events.
 * Invariant: a call queues one delivery for each hook, whatever it did; without hooks none.
 */
import type { JsonObject } from '#wire/json.ts';
import type { AuditRecord } from '../kernel/audit-store.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Store } from '../kernel/stores.ts';
import { deliveryDirectory, type Hook, hookDirectory, readHook } from './hooks.ts';

export const hookJobKind = 'hook';
/** Hooks are cached this long, as every changing call needs them; changes on other servers take effect after it. */
const rememberedMilliseconds = 5_000;
/** A receiver of so many events has to look for itself anyway; this many still fit into one row. */
const mostEvents = 500;

const memories = new WeakMap<Store, { readonly until: number; readonly hooks: readonly Hook[] }>();

export async function queueHooks(session: Session, notes: readonly AuditRecord[]): Promise<void> {
  if (notes.length === 0) return;
  for (const hook of await hooksFor(session)) {
    const events = notes.filter((note) => hook.enabled && isFor(hook, note)).slice(0, mostEvents);
    if (events.length > 0) await queueDelivery(session, hook, events);
  }
}

/** Sends an event that did not happen, to try the receiver. */
export async function queueTest(session: Session, id: string): Promise<void> {
  if (!session.principals.isAdministrator)
    throw errors.forbidden('You do not have permissions to perform this operation.');
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(hookDirectory, id);
  if (!entry) throw errors.notFound(`There is no hook ${id}`);
  await queueDelivery(session, readHook(entry), [
    {
      eventId: 'hookTested',
      category: 'hook',
      principalName: session.username,
      eventDate: session.now.toISOString(),
      repositoryId: null,
      docUUID: null,
      docPath: null,
      docType: null,
      docLifeCycle: null,
      comment: null,
      extended: {},
    },
  ]);
}

/** Call it after hooks have changed. */
export function forgetHooks(store: Store): void {
  memories.delete(store);
}

async function hooksFor(session: Session): Promise<readonly Hook[]> {
  const { store, clock } = session.repository.ports;
  const now = clock.now().getTime();
  const remembered = memories.get(store);
  if (remembered && remembered.until > now) return remembered.hooks;
  const hooks = (await session.read.entries.list(hookDirectory, {})).items.map(readHook);
  memories.set(store, { until: now + rememberedMilliseconds, hooks });
  return hooks;
}

function isFor({ events, path }: Hook, { eventId, docPath }: AuditRecord): boolean {
  if (!events.includes('*') && !events.includes(eventId)) return false;
  return path === undefined || docPath === path || (docPath?.startsWith(`${path}/`) ?? false);
}

async function queueDelivery(
  session: Session,
  { id: hook }: Hook,
  events: readonly AuditRecord[],
): Promise<void> {
  const { entries, jobs } = await session.write();
  const id = crypto.randomUUID();
  const at = session.repository.ports.clock.now().toISOString();
  const body = JSON.stringify({ id, at, events: events.map(asJson) });
  const fields = { hook, at, state: 'waiting', attempts: 0, outcome: '', events: events.length, body };
  await entries.insert(deliveryDirectory, { id, fields });
  await jobs.enqueue({
    id: crypto.randomUUID(),
    kind: hookJobKind,
    owner: null,
    runAt: at,
    payload: { delivery: id },
  });
}

/** Without `extended`, which is internal. */
function asJson({ extended: _extended, ...record }: AuditRecord): JsonObject {
  return record;
}
