/**
 * Limits guessing of passwords and codes. Failures are counted in the store, for all servers and across restarts.
 * Invariants: people who have signed in at an address can go on there; one address cannot lock a name for others; names and
 * addresses are stored only as digests, for a few minutes; many failures give few entries in the audit trail.
 */
import { RepositoryError } from '../kernel/errors.ts';
import { foldCase } from '../kernel/fulltext.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { sweepEntries } from '../kernel/sweeping.ts';
import { sha256Base64Url } from './secrets.ts';

const directory = 'signInFailures';
const window = 5 * 60_000;

/** Failures of each kind within the window, after which attempts are refused. */
const most = { all: 2_000, address: 100, name: 100, pair: 20 } as const;
type Counted = keyof typeof most;

export interface SignInAttempt {
  /** The client's address; empty if unknown. */
  readonly address: string;
  readonly username: string;
}

/** @throws 429 after too many failures */
export async function requireFewFailures(
  entries: EntryStore,
  now: Date,
  attempt: SignInAttempt,
): Promise<void> {
  for (const [kind, id] of await countersOf(attempt)) {
    if (countIn(await entries.get(directory, id), now) >= most[kind]) throw tooMany();
  }
}

export function tooMany(): RepositoryError {
  return new RepositoryError('overloaded', 'Too many failed sign-ins; try again in a few minutes', {
    status: 429,
  });
}

export async function noteFailure(session: Session, attempt: SignInAttempt): Promise<void> {
  const { entries } = await session.write();
  let ofAddress = 1;
  for (const [kind, id] of await countersOf(attempt)) {
    const count = await countUp(entries, id, session.now);
    if (kind === 'address') ofAddress = count;
  }
  // Records the first, the tenth, the hundredth …, so that an attack does not fill the trail.
  if (!Number.isInteger(Math.log10(ofAddress))) return;
  session.audit({
    eventId: 'loginFailed',
    category: 'NuxeoAuthentication',
    ...(ofAddress > 1
      ? { comment: `${ofAddress} failures within five minutes from ${attempt.address}` }
      : {}),
    extended: { address: attempt.address, failures: ofAddress },
  });
}

/** The right password resets the counters of this person at this address. */
export async function forgetFailures(session: Session, attempt: SignInAttempt): Promise<void> {
  for (const [kind, id] of await countersOf(attempt)) {
    if (kind !== 'pair' || !(await session.read.entries.get(directory, id))) continue;
    await (await session.write()).entries.remove(directory, id);
  }
}

export function sweepFailures(repository: Repository): Promise<void> {
  return sweepEntries(repository, directory, (entry, now) => countIn(entry, now) === 0);
}

/** Always in the same order, so that concurrent failures cannot deadlock. */
async function countersOf({
  address,
  username,
}: SignInAttempt): Promise<readonly (readonly [Counted, string])[]> {
  const network = networkOf(address);
  const name = withoutSpelling(username);
  const [where, who, both] = await Promise.all([network, name, `${network}\n${name}`].map(sha256Base64Url));
  return [
    ['all', 'all'],
    ['address', `address ${where}`],
    ['name', `name ${who}`],
    ['pair', `pair ${both}`],
  ];
}

/** Directories accept different spellings of a name: other case, accents, spaces and invisible characters. */
function withoutSpelling(username: string): string {
  return foldCase(username)
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The network of an IPv6 address, as its user controls all of that. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':');
}

async function countUp(entries: EntryStore, id: string, now: Date): Promise<number> {
  const first = { count: 1, since: now.toISOString() };
  const known = await entries.getForUpdate(directory, id);
  if (!known && (await entries.insert(directory, { id, fields: first }))) return 1;
  const current = known ?? (await entries.getForUpdate(directory, id));
  const count = countIn(current, now) + 1;
  await entries.update(directory, id, count === 1 ? first : { ...current?.fields, count });
  return count;
}

function countIn(entry: Entry | undefined, now: Date): number {
  const { count, since } = entry?.fields ?? {};
  const isRecent = now.getTime() - Date.parse(String(since)) < window;
  return isRecent && typeof count === 'number' ? count : 0;
}
