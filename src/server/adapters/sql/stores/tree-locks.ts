/**
 * Holds on parts of the tree: a shared lock on everything from the root down to a place, and one alone on the top of a
 * subtree, each named by the document's id and taken from the root downwards.
 * Invariant: when `lockTree` is over, what is locked is the chain of ancestors as it is now.
 */
import { sql } from 'kysely';
import type { DocumentStore } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';

/** Locks lie in shared memory: what lies deeper is locked by its ancestor on this level. */
const MOST_LEVELS = 64;

export function treeLocks({ database, engine }: StoreContext): Pick<DocumentStore, 'lockTree'> {
  const { named } = engine.lock;
  if (named === undefined) return { lockTree: async () => {} };
  return {
    lockTree: async (locks) => {
      const ids = locks.map(({ id }) => id);
      const subtrees = locks.filter(({ extent }) => extent === 'subtree').map(({ id }) => id);
      const isTop = engine.isOneOf(sql.ref('id'), subtrees);
      const taking = sql<{ id: string; alone: number }>`with recursive
        above (start, whole, id, parent_id, level) as (
          select id, case when ${isTop} then 1 else 0 end, id, parent_id, 0 from documents
          where ${engine.isOneOf(sql.ref('id'), ids)}
          union all
          select above.start, above.whole, parent.id, parent.parent_id, above.level + 1
          from above inner join documents parent on parent.id = above.parent_id),
        chain as (
          select id, whole, level, max(level) over (partition by start) - level as depth from above),
        wanted as (
          select id, min(depth) as depth,
            max(case when whole = 1 and (level = 0 or depth = ${sql.lit(MOST_LEVELS - 1)}) then 1 else 0 end) as alone
          from chain where depth < ${sql.lit(MOST_LEVELS)} group by id)
        select id, alone,
          case alone when 1 then ${named.alone(sql.ref('id'))} else ${named.shared(sql.ref('id'))} end as taken
        from (select id, alone from wanted order by depth, id offset 0) as wanted`;
      // A move that was waited for may have changed the chain: the second round sees it, and takes what is new.
      const held = new Set<string>();
      for (let before = -1; held.size > before; ) {
        before = held.size;
        const { rows } = await taking.execute(database);
        for (const { id, alone } of rows) held.add(`${id} ${alone}`);
      }
    },
  };
}
