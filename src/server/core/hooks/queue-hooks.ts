/**
 * Which of the things that happened go to which hook, stored with them.
 * Invariant: one delivery for a call and a hook, whatever the call did; a server without hooks stores none.
 */
import type { JsonObject } from '#wire/json.ts';
import type { AuditRecord } from '../kernel/audit-store.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Store } from '../kernel/stores.ts';
import { deliveryDirectory, type Hook, hookDirectory, readHook } from './hooks.ts';

export const hookJobKind = 'hook';
/** Every call that changes something asks: hooks of another server are known this much later. */
const rememberedMilliseconds = 5_000;
/** More than a receiver needs to know that it must look for itself, and little enough for one row. */
const mostEvents = 500;

const memories = new WeakMap<Store, { readonly until: number; readonly hooks: readonly Hook[] }>();

export async function queueHooks(session: Session, notes: readonly AuditRecord[]): Promise<void> {
  if (notes.length === 0) return;
  for (const hook of await hooksFor(session)) {
    const events = notes.filter((note) => hook.enabled && isFor(hook, note)).slice(0, mostEvents);
    if (events.length > 0) await queueDelivery(session, hook, events);
  }
}

/** Something that did not happen, so that the other side can be tried. */
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

/** After a change of hooks. */
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

/** What `extended` holds is this server's own. */
function asJson({ extended: _extended, ...record }: AuditRecord): JsonObject {
  return record;
}
