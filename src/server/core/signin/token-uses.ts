/**
 * When tokens were last used, so that people see which ones are in use, and unused ones end.
 * Invariant: signing in writes nothing: this server remembers uses and stores them together from time to time. Uses that are
 * not stored when the server ends are lost.
 */
import type { JsonObject } from '#wire/json.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Entry, Store } from '../kernel/stores.ts';

/** Uses within this time count as one. */
const precisionMilliseconds = 10 * 60_000;
const field = 'lastUsedDate';

interface Use {
  readonly directory: string;
  readonly id: string;
  readonly at: string;
}

const memories = new WeakMap<Store, Map<string, Use>>();

function memoryOf(store: Store): Map<string, Use> {
  const known = memories.get(store);
  if (known) return known;
  const memory = new Map<string, Use>();
  memories.set(store, memory);
  return memory;
}

/** @returns until when further uses need not be noted, in milliseconds since 1970 */
export function noteUse(
  { ports: { store, clock } }: Repository,
  directory: string,
  id: string,
  fields: JsonObject,
): number {
  const memory = memoryOf(store);
  const now = clock.now();
  const last = lastUse(store, directory, id, fields);
  const next = last === null ? 0 : Date.parse(last) + precisionMilliseconds;
  if (now.getTime() < next) return next;
  memory.set(`${directory} ${id}`, { directory, id, at: now.toISOString() });
  return now.getTime() + precisionMilliseconds;
}

export function lastUse(store: Store, directory: string, id: string, fields: JsonObject): string | null {
  const remembered = memoryOf(store).get(`${directory} ${id}`)?.at;
  const stored = fields[field];
  return remembered ?? (typeof stored === 'string' ? stored : null);
}

/** In milliseconds since 1970; `Infinity` when unused sign-ins do not end, or the last use is unknown. */
function endWhenUnused(
  { ports: { store }, settings }: Repository,
  directory: string,
  { id, fields }: Entry,
): number {
  const moments = [lastUse(store, directory, id, fields), fields.creationDate]
    .map((text) => Date.parse(String(text)))
    .filter(Number.isFinite);
  return moments.length === 0 ? Infinity : Math.max(...moments) + settings.idleMilliseconds;
}

/** Whether it has been unused for so long that it is no longer valid. */
export function isUnused(repository: Repository, directory: string, entry: Entry): boolean {
  return endWhenUnused(repository, directory, entry) <= repository.ports.clock.now().getTime();
}

/** When it ends unless it is used before; null when it does not. */
export function unusedEndDate(repository: Repository, directory: string, entry: Entry): string | null {
  const end = endWhenUnused(repository, directory, entry);
  return Number.isFinite(end) ? new Date(end).toISOString() : null;
}

export async function storeUses(repository: Repository): Promise<void> {
  const memory = memoryOf(repository.ports.store);
  const uses = [...memory];
  if (uses.length === 0) return;
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    for (const [, { directory, id, at }] of uses) {
      const entry: Entry | undefined = await entries.getForUpdate(directory, id);
      if (entry) await entries.update(directory, id, { ...entry.fields, [field]: at });
    }
  });
  for (const [key, use] of uses) if (memory.get(key) === use) memory.delete(key);
}
