/**
 * Removes large trees in two steps (ADR 105): first the places, after which no query finds the documents in them; then,
 * slice by slice, the rows.
 * Invariant: rows that name one of the `removed_places` do not exist for anybody; only `removeSlice` touches them.
 */
import { type RawBuilder, sql } from 'kysely';
import type { DocumentStore, NamedAcross } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import { isInTree } from '../nxql/path-range.ts';
import { namesOthers } from './document-columns.ts';
import { documentPlaces, type OwnPlace } from './document-places.ts';
import { flag } from './document-rows.ts';
import { everything, listChanges } from './list-changes.ts';

type RemovalMethods = Pick<
  DocumentStore,
  | 'isTreeOver'
  | 'idsOfTypes'
  | 'namedAcross'
  | 'shownAcross'
  | 'detachVersions'
  | 'removeTree'
  | 'removeSlice'
  | 'hasSlices'
>;

/** Places examined at a time: nearly all have a few documents. */
const PLACES = 50;

export function removedTrees(context: StoreContext): RemovalMethods {
  const { database, engine } = context;
  const places = documentPlaces(context);
  const changes = listChanges(context);
  const run = async <T>(statement: RawBuilder<T>): Promise<readonly T[]> =>
    (await statement.execute(database)).rows;
  const isInside = (place: string, { chain }: OwnPlace): RawBuilder<number> =>
    sql`case when ${isInTree(`${place}.chain`, chain)} then 1 else 0 end`;

  return {
    isTreeOver: async (id, most) => {
      const place = await places.find(id);
      if (place === undefined) return false;
      const found = await run(sql`select 1 from places cross join documents
        where ${places.tree(place)} and documents.place_id = places.id limit 1 offset ${most}`);
      return found.length > 0;
    },

    idsOfTypes: async (id, types) => {
      const place = await places.find(id);
      if (place === undefined) return [];
      // Type by type: for a list SQLite may choose to read everything.
      const wanted = engine.eachText(sql`${engine.textList(types)}`, 'wanted');
      const found = await run(sql<{ id: string }>`select documents.id
        from ${wanted} cross join documents cross join places
        where documents.type = wanted.value and places.id = documents.place_id and ${places.tree(place)}`);
      return found.map((row) => row.id);
    },

    // Starts from documents with references: these are few, and the subtree may have very many.
    namedAcross: async (id, property) => {
      const place = await places.find(id);
      if (place === undefined) return [];
      const lists = { expression: sql.ref('holder.properties'), isElement: false };
      const named = engine.jsonText({ expression: sql.ref('element.value'), isElement: true }, []);
      const found = await run(sql<Record<'holder' | 'named', string> & { isInside: number }>`
        select holder.id as holder, other.id as named, ${isInside('holding', place)} as "isInside"
        from documents holder cross join places holding
          cross join ${engine.jsonElements(lists, [property], 'element')}
          cross join documents other cross join places lying
        where ${namesOthers(engine, 'holder.')} and holder.is_version = 0 and holder.is_proxy = 0
          and holding.id = holder.place_id and other.id = ${named} and lying.id = other.place_id
          and ${isInside('holding', place)} <> ${isInside('lying', place)}
        /* reads all: that name others, by their index */`);
      return found.map(
        ({ isInside: inside, ...names }): NamedAcross => ({ ...names, isHolderInside: inside === 1 }),
      );
    },

    shownAcross: async (id) => {
      const place = await places.find(id);
      if (place === undefined) return [];
      const isAlone = sql`target.is_version = 1 and not exists (
        select 1 from documents live cross join places home
        where live.id = target.series_id and home.id = live.place_id)`;
      const found = await run(sql<
        Record<'proxy' | 'target', string> & Record<'isVersion' | 'isInside', number>
      >`select proxy.id as proxy, target.id as target, target.is_version as "isVersion",
          ${isInside('showing', place)} as "isInside"
        from documents proxy cross join places showing cross join documents target cross join places shown
        where proxy.proxy_target_id is not null and showing.id = proxy.place_id
          and target.id = proxy.proxy_target_id and shown.id = target.place_id
          and ${isInside('showing', place)} <> ${isInside('shown', place)}
          and (${isInside('shown', place)} = 1 or (${isAlone}))
        order by proxy.seq /* reads all: proxies, by their index */`);
      return found.map(({ isVersion, isInside: inside, ...names }) => {
        return { ...names, isVersion: isVersion === 1, isProxyInside: inside === 1 };
      });
    },

    detachVersions: async (ids) => {
      if (ids.length === 0) return;
      await Promise.all([changes.countLists([everything]), changes.countListsOf(ids)]);
      await run(sql`insert into places (repository, document_id, path, read_acl_id, is_trashed)
        select repository, id, null, 0, ${flag(false)} from documents where ${engine.isOneOf(sql.ref('id'), ids)}`);
      await run(sql`update documents set folder_id = null,
          place_id = (select own.id from places own where own.document_id = documents.id)
        where ${engine.isOneOf(sql.ref('id'), ids)}`);
    },

    removeTree: async (id) => {
      const place = await places.find(id);
      if (place === undefined) throw new Error(`${id} has no place of its own`);
      await changes.countAllLists();
      await run(sql`insert into removed_places (place_id) select id from places where ${places.tree(place)}`);
      await run(sql`delete from places where ${places.tree(place)}`);
      // Frees its name.
      await engine.fulltext.remove(context, [id]);
      await database.deleteFrom('documents').where('id', '=', id).execute();
    },

    removeSlice: async (most) => {
      const next = await run(sql<{ place: number }>`select place_id as place from removed_places
        order by place_id limit ${PLACES}`);
      if (next.length === 0) return 0;
      const emptied = next.map(({ place }) => place);
      const going = await run(sql<{ seq: number; id: string }>`select seq, id from documents
        where ${engine.isOneOf(sql.ref('place_id'), emptied)} limit ${most}`);
      if (going.length > 0) {
        const keys = going.map(({ seq }) => seq);
        await engine.fulltext.remove(
          context,
          going.map(({ id }) => id),
        );
        await run(sql`delete from documents where ${engine.isOneOf(sql.ref('seq'), keys)}`);
        await changes.forgetLists(going.map(({ id }) => id));
      }
      if (going.length < most)
        await run(sql`delete from removed_places where ${engine.isOneOf(sql.ref('place_id'), emptied)}`);
      return going.length;
    },

    hasSlices: async () => (await run(sql`select 1 from removed_places limit 1`)).length > 0,
  };
}
