/**
 * Which effective lists of rights let somebody see documents, remembered as long as no new list was made.
 * Invariants: what is remembered was read after the version that it is remembered for, and is used only while the database
 * still has that version; a list never changes; entries with times are weighed for every call.
 */
import type { Ace, Principals } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { Store } from '../kernel/stores.ts';
import { decide } from './entries.ts';

interface ReadAcl {
  readonly id: number;
  readonly entries: readonly Ace[];
}

interface KnownReadAcls {
  readonly version: string;
  readonly timed: readonly ReadAcl[];
  readonly timeless: readonly ReadAcl[];
  /** The ids of the timeless ones that grant, for people who are remembered themselves. */
  readonly granting: WeakMap<Principals, readonly number[]>;
}

const memories = new WeakMap<Store, KnownReadAcls>();

/** The ids of the lists by which the caller, who is no administrator, may see documents at this moment. */
export async function grantingReadAcls(session: Session): Promise<readonly number[]> {
  const { principals } = session;
  const idsOf = (lists: readonly ReadAcl[]): readonly number[] =>
    lists.filter(({ entries }) => decide(entries, principals, 'Browse', session)).map(({ id }) => id);
  // Who changes rights sees lists that nobody else may ever see.
  if (session.isWriting) return idsOf(await session.read.documents.readAcls());
  const { timed, timeless, granting } = await knownLists(session);
  let ids = granting.get(principals);
  if (ids === undefined) {
    ids = idsOf(timeless);
    granting.set(principals, ids);
  }
  return timed.length === 0 ? ids : [...ids, ...idsOf(timed)];
}

async function knownLists({ repository, read }: Session): Promise<KnownReadAcls> {
  const { store } = repository.ports;
  const version = await read.documents.readAclsVersion();
  const earlier = memories.get(store);
  if (earlier?.version === version) return earlier;
  const all = await read.documents.readAcls();
  const { timed = [], timeless = [] } = Object.groupBy(all, ({ entries }) =>
    entries.some(({ begin, end }) => begin !== null || end !== null) ? 'timed' : 'timeless',
  );
  const known = { version, timed, timeless, granting: new WeakMap<Principals, readonly number[]>() };
  memories.set(store, known);
  return known;
}
