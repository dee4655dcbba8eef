/**
 * Caches which effective read ACLs let a caller see documents, until a new read ACL is made.
 * Invariants: cached lists were read after the version they are cached for, and are used only while the database has that
 * version; a read ACL never changes; entries with times are evaluated in every call.
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
  /** Ids of granting read ACLs without times; useful for principals that are cached themselves. */
  readonly granting: WeakMap<Principals, readonly number[]>;
}

const memories = new WeakMap<Store, KnownReadAcls>();

/** Ids of the read ACLs that let the caller, not an administrator, see documents now. */
export async function grantingReadAcls(session: Session): Promise<readonly number[]> {
  const { principals } = session;
  const idsOf = (lists: readonly ReadAcl[]): readonly number[] =>
    lists.filter(({ entries }) => decide(entries, principals, 'Browse', session)).map(({ id }) => id);
  // A writing unit also sees its own uncommitted read ACLs, which must not be cached.
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
