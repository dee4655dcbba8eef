/**
 * How much space containers take, as far as they count it.
 * Where several units write at a time, each adds a row of its own: everybody's uploads change the root, and would wait there for
 * each other's commits. Such rows are added to the document soon after (`settleContentBytes`), and are read with it until then.
 * What becomes trash, or comes back, is stated at once.
 * Invariant: what a container takes is what its document says and what its rows here add; whoever settles a container takes its
 * rows before he takes the document.
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

/** Nothing of the space that is taken: everybody's uploads change it, and who has read it would have to read it again. */
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

/** What the document says, with the sums of changes that are to be named so. */
const withSums = (engine: Engine): RawBuilder<string> =>
  engine.addToNumbers(sql.ref('documents.properties'), {
    'dss:totalSize': sql.ref('sums.total'),
    'dss:sizeTrash': sql.ref('sums.trash'),
    'dss:sizeVersions': sql.ref('sums.versions'),
  });

const sumsFrom = (changes: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select document_id, sum(total) as total, sum(trash) as trash, sum(versions) as versions
    from ${changes} group by document_id`;

/** One container at a time: who changes several documents in one transaction might wait for another who does. */
const settle = prepared<{ readonly id: string }>(
  ({ engine }, parameter) => sql`with settled as (
      delete from content_changes where document_id = ${parameter('id')} returning document_id, total, trash, versions),
    sums as (${sumsFrom(sql`settled`)})
    update documents set system_change = system_change + 1, properties = ${withSums(engine)}
    from sums where documents.id = sums.document_id`,
);

/** Where one unit writes at a time there are none, but for what was copied from elsewhere. */
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

/** What a document takes, with the changes that wait. In one statement, so that a change which is settled meanwhile counts once. */
const taken = (engine: Engine, column: keyof Change): RawBuilder<number> =>
  sql`(${numberIn(engine, names[column])}
    + (select coalesce(sum(${sql.ref(column)}), 0) from content_changes where document_id = documents.id))`;

/** The same, as kinds of files. */
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
      // A server of an earlier release, which takes it out of the trash at once, counts what the document says only.
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
