/**
 * Seals over the audit trail: each holds a digest of the entries since the previous seal, and of that seal's digest. So a
 * sealed entry that is changed, removed or added is detected, as is a missing seal; with a key on the server, also
 * seals that were all computed again.
 * Invariants: an entry is sealed only when no unit that could have written an earlier one can still commit; whole seals
 * are removed at the beginning of the trail, which is sealed too: entries before it are being removed.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { LogEntry } from '../kernel/audit-store.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Stores } from '../kernel/stores.ts';
import { sweepInPortions, sweptAtOnce } from '../kernel/sweeping.ts';
import { sameText } from '../signin/secrets.ts';

const directory = 'auditSeals';
/** The newest seal (`head`), and the last removed one (`start`). */
const marks = 'auditSealMarks';
const headId = 'head';
const startId = 'start';
const day = 86_400_000;
const entriesPerSeal = 5_000;
const entriesPerPage = 500;

interface Seal {
  /** The id of the last entry in it. */
  readonly through: number;
  readonly count: number;
  readonly at: string;
  readonly digest: string;
}

const beginning: Seal = { through: 0, count: 0, at: '', digest: '' };

/** Seals all entries that can no longer get an earlier neighbour; on several servers only one does it. */
export async function sealAudit(repository: Repository): Promise<void> {
  while (await sealNext(repository));
}

async function sealNext(repository: Repository): Promise<boolean> {
  const { clock, log } = repository.ports;
  const now = clock.now();
  const settled = new Date(now.getTime() - repository.settings.audit.settleMilliseconds).toISOString();
  const found = await readStores(repository, async (stores) => {
    const head = sealOf((await stores.entries.get(marks, headId))?.fields) ?? beginning;
    const entries: LogEntry[] = [];
    while (entries.length < entriesPerSeal) {
      const page = await stores.audit.following(entries.at(-1)?.id ?? head.through, entriesPerPage);
      const late = page.findIndex(({ logDate }) => logDate > settled);
      entries.push(...(late === -1 ? page : page.slice(0, late)));
      if (late !== -1 || page.length < entriesPerPage) break;
    }
    return { head, entries };
  });
  const last = found.entries.at(-1);
  if (last === undefined) return false;
  const bare = { through: last.id, count: found.entries.length, at: now.toISOString() };
  const seal = { ...bare, digest: await digestOf(repository, found.head.digest, bare, found.entries) };
  const isSealed = await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const stored = await entries.getForUpdate(marks, headId);
    if ((sealOf(stored?.fields) ?? beginning).digest !== found.head.digest) return false;
    if (!(await entries.insert(directory, { id: String(seal.through), fields: { ...seal } }))) return false;
    if (stored) await entries.update(marks, headId, { ...seal });
    else await entries.insert(marks, { id: headId, fields: { ...seal } });
    return true;
  });
  // The log is outside the database, where somebody who changes the database cannot change it.
  if (isSealed) log.info('audit sealed', { ...seal });
  return isSealed && seal.count >= entriesPerSeal;
}

/**
 * Removes entries sealed before the retention period. Their seals go first: from then on the trail begins after them, and
 * earlier entries are removed in portions, also after an interruption.
 */
export async function forgetOldAudit(repository: Repository): Promise<void> {
  const { retentionDays } = repository.settings.audit;
  if (retentionDays === undefined) return;
  const end = new Date(repository.ports.clock.now().getTime() - retentionDays * day).toISOString();
  while (await forgetFirstSeal(repository, end));
  const start = (await readStores(repository, ({ entries }) => entries.get(marks, startId)))?.fields;
  const first = sealOf(start);
  if (!first || !(await isOwnStart(repository, start, first))) return;
  await sweepInPortions(repository, async (session) =>
    (await session.write()).audit.removeThrough(first.through, sweptAtOnce),
  );
}

async function forgetFirstSeal(repository: Repository, end: string): Promise<boolean> {
  return inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const head = await entries.getForUpdate(marks, headId);
    const { items } = await entries.list(directory, { limit: 1 });
    const first = sealOf(items[0]?.fields);
    if (!head || !first || first.at >= end) return false;
    await entries.remove(directory, String(first.through));
    const fields = { ...first, mark: await markOf(repository, first) };
    if (!(await entries.insert(marks, { id: startId, fields }))) await entries.update(marks, startId, fields);
    return true;
  });
}

function markOf(repository: Repository, first: Seal): Promise<string> {
  return digestOf(repository, `start ${first.digest}`, first, []);
}

async function isOwnStart(
  repository: Repository,
  start: JsonObject | undefined,
  first: Seal,
): Promise<boolean> {
  return sameText(String(start?.mark), await markOf(repository, first));
}

/** @param expected the digest of a seal from the log, which must still exist */
export async function* checkAudit(repository: Repository, expected?: string): AsyncGenerator<string, void> {
  const { start, head, seals } = await readStores(repository, async ({ entries }) => ({
    seals: (await entries.list(directory, {})).items
      .flatMap(({ fields }) => sealOf(fields) ?? [])
      .toSorted((one, other) => one.through - other.through),
    start: (await entries.get(marks, startId))?.fields,
    head: sealOf((await entries.get(marks, headId))?.fields),
  }));
  const first = sealOf(start);
  if (first && !(await isOwnStart(repository, start, first)))
    yield `the start after entry ${first.through} is not one that this server has made`;
  let [last, seen] = [first ?? beginning, first?.digest === expected];
  for (const seal of seals) {
    const entries = await readStores(repository, (stores) => entriesOf(stores, last.through, seal.through));
    const digest = await digestOf(repository, last.digest, seal, entries);
    if (!sameText(digest, seal.digest))
      yield `of the entries ${last.through + 1} to ${seal.through} one was changed, removed or added (${entries.length} there, ${seal.count} sealed)`;
    seen ||= seal.digest === expected;
    last = seal;
  }
  if (last.digest !== (head ?? beginning).digest) yield `the seals after entry ${last.through} were removed`;
  if (expected !== undefined && !seen) yield `the seal ${expected} is not there`;
}

async function entriesOf({ audit }: Stores, after: number, through: number): Promise<readonly LogEntry[]> {
  const found: LogEntry[] = [];
  for (;;) {
    const page = await audit.following(found.at(-1)?.id ?? after, entriesPerPage);
    const beyond = page.findIndex(({ id }) => id > through);
    found.push(...(beyond === -1 ? page : page.slice(0, beyond)));
    if (beyond !== -1 || page.length < entriesPerPage) return found;
  }
}

function sealOf(fields: JsonObject | undefined): Seal | undefined {
  const { through, count, at, digest } = fields ?? {};
  return typeof through === 'number' &&
    typeof count === 'number' &&
    typeof at === 'string' &&
    typeof digest === 'string'
    ? { through, count, at, digest }
    : undefined;
}

async function digestOf(
  { settings: { audit } }: Repository,
  previous: string,
  { through, count, at }: Omit<Seal, 'digest'>,
  entries: readonly LogEntry[],
): Promise<string> {
  const text = JSON.stringify([previous, through, count, at, entries.map((entry) => ordered({ ...entry }))]);
  const bytes = new TextEncoder().encode(text);
  if (audit.key === undefined) return hex(await crypto.subtle.digest('SHA-256', bytes));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(audit.key), algorithm, false, [
    'sign',
  ]);
  return hex(await crypto.subtle.sign('HMAC', key, bytes));
}

/** With sorted keys: one of the engines does not keep their order. */
function ordered(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isJsonObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, ordered(value[name])]),
  );
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
