/**
 * The space that counted containers take.
 * Where several units write at a time, each inserts a row of its own: all uploads change the root, and would wait there for each
 * other's commits. These rows are added to the document soon after (`settleContentBytes`), and are included in reads before.
 * Changes by the trash are written to the document at once.
 * Invariant: the space of a container is the number in its document plus its rows here; settling a container locks its rows
 * before the document.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ContentBytes, CountedContainer, DocumentStore } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { prepared } from '../prepared.ts';
import { hasFacet, mostLevels, pathOf } from './document-columns.ts';

type CountMethods = Pick<
  DocumentStore,
  'countedAbove' | 'addContentBytes' | 'takenBytes' | 'settleContentBytes'
>;

interface Change {
  readonly total: number;
  readonly trash: number;
  readonly versions: number;
}

const numberIn = (engine: Engine, name: string): RawBuilder<number> =>
  sql`coalesce(${engine.jsonNumber({ expression: sql.ref('documents.properties'), isElement: false }, [name])}, 0)`;

/** Without the sizes: all uploads change them, so a unit that had read them would have to start again. */
export const selectCountedAbove = prepared<{ readonly id: string }, CountedContainer>(
  ({ engine }, parameter) => {
    const properties = { expression: sql.ref('documents.properties'), isElement: false };
    return sql<CountedContainer>`with recursive above (id, parent_id, level) as (
      select id, parent_id, 0 from documents where id = ${parameter('id')}
      union all
      select parent.id, parent.parent_id, above.level + 1
      from above cross join documents parent
      where parent.id = above.parent_id and above.level < ${mostLevels})
      select documents.id, ${pathOf('documents', 'places')} as path,
        coalesce(${engine.jsonNumber(properties, ['dss:maxSize'])}, -1) as "mostBytes"
      from above cross join documents cross join places
      where documents.id = above.id and places.id = documents.place_id
      and ${hasFacet(engine, 'documents.', 'DocumentsSizeStatistics')} order by level`;
  },
  { isShort: true },
);

const addToDocument = prepared<Change & { readonly id: string }>(
  ({ engine }, parameter) => sql`update documents set system_change = system_change + 1,
    properties = ${engine.addToNumbers(sql.ref('properties'), {
      'dss:totalSize': parameter('total'),
      'dss:sizeTrash': parameter('trash'),
      'dss:sizeVersions': parameter('versions'),
    })} where id = ${parameter('id')}`,
);

const insertChange = prepared<Change & { readonly id: string }>(
  (_context, parameter) => sql`insert into content_changes (document_id, total, trash, versions)
    values (${parameter('id')}, ${parameter('total')}, ${parameter('trash')}, ${parameter('versions')})`,
);

/** The document's properties with the sums added. */
const withSums = (engine: Engine): RawBuilder<string> =>
  engine.addToNumbers(sql.ref('documents.properties'), {
    'dss:totalSize': sql.ref('sums.total'),
    'dss:sizeTrash': sql.ref('sums.trash'),
    'dss:sizeVersions': sql.ref('sums.versions'),
  });

const sumsFrom = (changes: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select document_id, sum(total) as total, sum(trash) as trash, sum(versions) as versions
    from ${changes} group by document_id`;

/** One container at a time: transactions that change several documents could deadlock. */
const settle = prepared<{ readonly id: string }>(
  ({ engine }, parameter) => sql`with settled as (
      delete from content_changes where document_id = ${parameter('id')} returning document_id, total, trash, versions),
    sums as (${sumsFrom(sql`settled`)})
    update documents set system_change = system_change + 1, properties = ${withSums(engine)}
    from sums where documents.id = sums.document_id`,
);

/** For SQLite, where such rows exist only after copying from another database. */
const addSums = prepared<{ readonly id: string }>(
  ({ engine }, parameter) => sql`with sums as (
      ${sumsFrom(sql`content_changes where document_id = ${parameter('id')}`)})
    update documents set system_change = system_change + 1, properties = ${withSums(engine)}
    from sums where documents.id = ${parameter('id')}`,
);
const removeChanges = prepared<{ readonly id: string }>(
  (_context, parameter) => sql`delete from content_changes where document_id = ${parameter('id')}`,
);

const selectUnsettled = prepared<object, { readonly id: string }>(
  () => sql<{ readonly id: string }>`select distinct document_id as id from content_changes`,
);

const names: Readonly<Record<keyof Change, string>> = {
  total: 'dss:totalSize',
  trash: 'dss:sizeTrash',
  versions: 'dss:sizeVersions',
};

/** The stated number plus the waiting rows, in one statement, so that rows settled meanwhile count once. */
const taken = (engine: Engine, column: keyof Change): RawBuilder<number> =>
  sql`(${numberIn(engine, names[column])}
    + (select coalesce(sum(${sql.ref(column)}), 0) from content_changes where document_id = documents.id))`;

/** The same by kind of files. */
export function statedBytes(engine: Engine, kind: keyof ContentBytes): RawBuilder<number> {
  if (kind !== 'live') return taken(engine, kind);
  return sql`(${taken(engine, 'total')} - ${taken(engine, 'trash')} - ${taken(engine, 'versions')})`;
}

const selectTaken = prepared<{ readonly id: string }, Change>(
  ({ engine }, parameter) =>
    sql<Change>`select ${taken(engine, 'total')} as total, ${taken(engine, 'trash')} as trash,
      ${taken(engine, 'versions')} as versions from documents where id = ${parameter('id')}`,
  { isShort: true },
);

export function contentCounts(context: StoreContext): CountMethods {
  const isShared = context.engine.lock.named !== undefined;
  return {
    countedAbove: (id) => selectCountedAbove.rows(context, { id }),

    addContentBytes: async (id, { live, trash, versions }: ContentBytes) => {
      const change = { id, trash, versions, total: live + trash + versions };
      if (!isShared) return addToDocument.defer(context, change);
      // A server of an earlier release, which may restore it at once, counts only what the document states.
      if (trash !== 0) {
        await settle.defer(context, { id });
        return addToDocument.defer(context, change);
      }
      context.unsettled?.();
      await insertChange.defer(context, change);
    },

    takenBytes: async (id) => {
      const row = await selectTaken.first(context, { id });
      return {
        total: Math.max(0, row?.total ?? 0),
        trash: Math.max(0, row?.trash ?? 0),
        versions: Math.max(0, row?.versions ?? 0),
      };
    },

    settleContentBytes: async (id) => {
      const ids = id === undefined ? await selectUnsettled.rows(context, {}) : [{ id }];
      for (const each of ids) {
        if (isShared) await settle.changes(context, each);
        else await Promise.all([addSums.defer(context, each), removeChanges.defer(context, each)]);
      }
    },
  };
}
