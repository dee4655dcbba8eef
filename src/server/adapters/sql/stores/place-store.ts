/**
 * Finds and repairs places that contradict the documents that use them.
 * Invariant: repairs begin at the top, so that lower documents inherit from what is right already.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Misplacement, PlaceStore, Stray } from '#server/core/kernel/place-store.ts';
import type { StoreContext } from '../context.ts';
import { chainBelow, namesOf } from '../nxql/path-range.ts';
import { folderOf, hasAcls, isPresent, mostLevels } from './document-columns.ts';
import { documentPlaces } from './document-places.ts';
import { type StoredDocument, toDocument } from './document-rows.ts';
import { childByName, documentById, documentByPath } from './document-statements.ts';
import { listChanges } from './list-changes.ts';
import { pagesOfTable } from './pages-of-table.ts';

interface Named {
  readonly id: string;
}

export function placeStore(context: StoreContext): PlaceStore {
  const { database, engine } = context;
  const places = documentPlaces(context);
  const { countAllLists } = listChanges(context);
  const ids = async (statement: RawBuilder<Named>): Promise<readonly string[]> =>
    (await statement.execute(database)).rows.map(({ id }) => id);

  /** The document's own place, the place that it names, and that of its parent. */
  const withPlaces = sql`documents d left join places own on own.document_id = d.id
    left join places named on named.id = d.place_id left join places held on held.document_id = d.parent_id`;
  /** A version uses the place of its document. */
  const seriesPlace = sql`coalesce((select live_own.id from places live_own where live_own.document_id = d.series_id),
    (select live.place_id from documents live where live.id = d.series_id))`;
  const needsOwn = sql`(d.is_version = 0 and (${hasAcls(engine, 'd.')}
    or exists (select 1 from documents child where child.parent_id = d.id)))`;
  // A version that outlives its document has no folder, even while rows of that document exist.
  const statedFolder = sql`case when d.is_version = 1 and own.id is not null then ''
    else coalesce(${folderOf('d')}, '') end`;
  const hasOtherPlace = sql`(named.id is null
    or (d.is_version = 0 and d.place_id <> coalesce(own.id, held.id, -1))
    or (d.is_version = 1 and d.place_id <> coalesce(own.id, ${seriesPlace}, -1))
    or (own.id is null and ${needsOwn}))`;
  // By a join: with a subquery in each row PostgreSQL would read all places for every page.
  const hasOtherChain = sql`(own.path is not null
    and coalesce(own.chain, '') <> ${chainBelow('own', sql.ref('held.chain'))})`;
  const hasOtherFolder = sql`coalesce(d.folder_id, '') <> ${statedFolder}`;
  /** Every parent has a place of its own. */
  const hasNoParent = sql`(d.is_version = 0 and held.id is null and coalesce(own.path, '') <> '/')`;
  const isMisplaced = sql`(${isPresent('d')}
    and (${hasOtherPlace} or ${hasOtherChain} or ${hasOtherFolder} or ${hasNoParent}))`;
  const belongsToNothing = sql`not exists (select 1 from documents where documents.id = places.document_id)
    and not exists (select 1 from documents where documents.place_id = places.id)`;

  /** Repairs a document after its ancestors, up to the first one that is right. */
  const settle = async (id: string): Promise<void> => {
    await countAllLists();
    const [row] = (
      await sql<{ holder: string | null; isVersion: number }>`select is_version as "isVersion",
          case is_version when 1 then series_id else parent_id end as holder
        from documents where id = ${id}`.execute(database)
    ).rows;
    if (row === undefined) return places.clear([id]);
    await sql`update documents set folder_id = ${folderOf('documents')} where id = ${id}`.execute(database);
    if (row.holder === null) return places.chain(id);
    if ((await misplacement(row.holder)) !== undefined) await settle(row.holder);
    if (row.isVersion === 1) {
      const live = sql`(select live.place_id from documents live where live.id = ${row.holder})`;
      await sql`update documents set place_id = ${live} where id = ${id} and place_id <> ${live}`.execute(
        database,
      );
      return;
    }
    await places.make(row.holder);
    await places.takeFrom(id, (await places.find(id)) === undefined ? row.holder : id);
    const [needing] = await ids(sql`select d.id from documents d where d.id = ${id} and ${needsOwn}`);
    if (needing !== undefined) await places.make(id);
    await places.chain(id);
  };

  const misplacement = async (id: string): Promise<Misplacement | undefined> => {
    const { rows } = await sql<{ what: Misplacement }>`select
        case when ${hasOtherPlace} then 'place' when ${hasOtherChain} then 'chain' else 'folder' end as what
        from ${withPlaces} where d.id = ${id} and ${isMisplaced}
      union all select 'unused' from places where document_id = ${id} and ${belongsToNothing}`.execute(
      database,
    );
    return rows[0]?.what;
  };

  const leadsToRoot = async (id: string): Promise<boolean> => {
    const { rows } = await sql`with recursive above (id, parent_id, level) as (
        select id, parent_id, 0 from documents where id = ${id}
        union all
        select parent.id, parent.parent_id, above.level + 1 from above cross join documents parent
        where parent.id = above.parent_id and above.level < ${mostLevels})
      select 1 from above where parent_id is null
        and exists (select 1 from places where places.document_id = above.id and places.path = '/')`.execute(
      database,
    );
    return rows.length > 0;
  };

  /** The parent according to the document's own path, or to the place that it names. */
  const statedParent = async (id: string): Promise<string | undefined> => {
    const own = await places.find(id);
    if (own?.path) {
      const above = own.path.slice(0, own.path.lastIndexOf('/')) || '/';
      return (await documentByPath.first(context, { repository: own.repository, ...namesOf(above) }))?.id;
    }
    const [parent] = await ids(sql`select p.document_id as id
      from documents d inner join places p on p.id = d.place_id where d.id = ${id}`);
    return parent;
  };

  /** The document or its nearest ancestor whose recorded place has a parent that leads to the root. */
  const stray = async (documentId: string): Promise<Stray | undefined> => {
    let row: StoredDocument | undefined = await documentById.first(context, { id: documentId });
    if (row === undefined || row.is_version === 1 || (await leadsToRoot(documentId))) return undefined;
    const seen = new Set<string>();
    while (row !== undefined && !seen.has(row.id)) {
      const { id, name, parent_id: above }: StoredDocument = row;
      seen.add(id);
      const parent = await statedParent(id);
      if (parent !== undefined && parent !== above && (await leadsToRoot(parent))) {
        const namesake = await childByName.first(context, { parentId: parent, name });
        return { id, parent: namesake === undefined ? parent : undefined };
      }
      row = above === null ? undefined : await documentById.first(context, { id: above });
    }
    return { id: documentId, parent: undefined };
  };

  return {
    misplacement,
    stray,

    putInto: async (id, parent) => {
      await sql`update documents set parent_id = ${parent} where id = ${id}`.execute(database);
    },

    removed: async (repository) => {
      const [id] = await ids(sql`select d.id from removed_places cross join documents d
        where d.place_id = removed_places.place_id and d.repository = ${repository} limit 1`);
      return id;
    },

    settle,

    versionsLeft: async function* (repository) {
      for await (const { after, end } of pagesOfTable(context, 'documents', 'seq')) {
        const left = await ids(sql`select d.id from documents d where d.seq > ${after} and d.seq <= ${end}
          and d.repository = ${repository} and d.is_version = 1 and ${isPresent('d')}
          and not exists (select 1 from documents live where live.id = d.series_id) order by d.seq`);
        for (const id of left) {
          const row = await documentById.first(context, { id });
          if (row !== undefined) yield toDocument(row);
        }
      }
    },

    misplaced: async function* (repository) {
      for await (const { after, end } of pagesOfTable(context, 'documents', 'seq'))
        yield* await ids(sql`select d.id from ${withPlaces} where d.seq > ${after} and d.seq <= ${end}
          and d.repository = ${repository} and ${isMisplaced} order by d.seq`);
      for await (const { after, end } of pagesOfTable(context, 'places', 'id'))
        yield* await ids(sql`select document_id as id from places where places.id > ${after} and places.id <= ${end}
          and repository = ${repository} and ${belongsToNothing}`);
    },
  };
}
