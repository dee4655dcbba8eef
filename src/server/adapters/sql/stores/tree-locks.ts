/**
 * Locks on parts of the tree: shared locks on all documents from the root to a place, and an exclusive one on the top of a
 * subtree. Each is named by the document's id; they are taken from the root downwards.
 * Invariant: when `lockTree` returns, the present chain of ancestors is locked.
 */
import { sql } from 'kysely';
import type { DocumentStore, TreeLock } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { prepared } from '../prepared.ts';
import { mostLevels } from './document-columns.ts';

/** Limits locks in shared memory: deeper documents are locked by their ancestor on this level. */
const MOST_LEVELS = 64;

interface Held {
  readonly id: string;
  readonly alone: number;
}

/** For a single place, which nearly every call locks. */
const lockPlace = prepared<{ readonly id: string }, Held>(
  ({ engine: { lock } }, parameter) => sql`with recursive above (id, parent_id, level) as (
      select id, parent_id, 0 from documents where id = ${parameter('id')}
      union all
      select parent.id, parent.parent_id, above.level + 1
      from above inner join documents parent on parent.id = above.parent_id where above.level < ${mostLevels})
    select id, 0 as alone, ${namedOf(lock).shared(sql.ref('id'))} as taken
    from (select id from above order by level desc limit ${sql.lit(MOST_LEVELS)} offset 0) as wanted`,
);

/** Lists are in the engine's form; `tops` are the documents whose whole subtree is locked. */
const lockTops = prepared<{ readonly ids: unknown; readonly tops: unknown }, Held>(
  ({ engine }, parameter) => {
    const named = namedOf(engine.lock);
    return sql`with recursive
      above (start, whole, id, parent_id, level) as (
        select id, case when ${engine.isOneOfTexts(sql.ref('id'), parameter('tops'))} then 1 else 0 end,
          id, parent_id, 0
        from documents where ${engine.isOneOfTexts(sql.ref('id'), parameter('ids'))}
        union all
        select above.start, above.whole, parent.id, parent.parent_id, above.level + 1
        from above inner join documents parent on parent.id = above.parent_id
        where above.level < ${mostLevels}),
      chain as (
        select id, whole, level, max(level) over (partition by start) - level as depth from above),
      wanted as (
        select id, min(depth) as depth,
          max(case when whole = 1 and (level = 0 or depth = ${sql.lit(MOST_LEVELS - 1)}) then 1 else 0 end) as alone
        from chain where depth < ${sql.lit(MOST_LEVELS)} group by id)
      select id, alone,
        case alone when 1 then ${named.alone(sql.ref('id'))} else ${named.shared(sql.ref('id'))} end as taken
      from (select id, alone from wanted order by depth, id offset 0) as wanted`;
  },
);

function namedOf({ named }: Engine['lock']): NonNullable<Engine['lock']['named']> {
  if (named === undefined) throw new Error('One unit writes at a time');
  return named;
}

export function treeLocks(context: StoreContext): Pick<DocumentStore, 'lockTree'> {
  if (context.engine.lock.named === undefined) return { lockTree: (_locks, read) => read() };
  return {
    lockTree: async (locks, read, chainOf) => {
      const held = new Set<string>();
      const hold = (rows: readonly Held[]): number => {
        for (const { id, alone } of rows) held.add(`${id} ${alone}`);
        return held.size;
      };
      if (chainOf !== undefined) {
        const isHeld = (id: string): boolean => held.has(`${id} 0`);
        for (;;) {
          const [rows, found] = await Promise.all([taken(context, locks), read()]);
          hold(rows);
          // The chain may have changed by a move that the lock waited for.
          if (chainOf(found).slice(-MOST_LEVELS).every(isHeld)) return found;
        }
      }
      // The chain may have changed by a move that the locks waited for: the next round sees it and locks the new documents. The
      // first two rounds are sent together with the read that follows them.
      let [first, second, found] = await Promise.all([taken(context, locks), taken(context, locks), read()]);
      for (let before = hold(first); hold(second) > before; ) {
        before = held.size;
        [second, found] = await Promise.all([taken(context, locks), read()]);
      }
      return found;
    },
  };
}

function taken(context: StoreContext, locks: readonly TreeLock[]): Promise<readonly Held[]> {
  const tops = locks.filter(({ extent }) => extent === 'subtree');
  const [first] = locks;
  if (first !== undefined && locks.length === 1 && tops.length === 0)
    return lockPlace.rows(context, { id: first.id });
  const { textList } = context.engine;
  const ids = (some: readonly TreeLock[]): unknown => textList(some.map(({ id }) => id));
  return lockTops.rows(context, { ids: ids(locks), tops: ids(tops) });
}
