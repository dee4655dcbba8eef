/**
 * Places: path, effective read rights and trash, stated once for a document and all that lies in it. A document has one
 * of its own when others lie in it, when it has a list of rights, or when it was thrown away by itself; any other one
 * names the place of what holds it, a version that of its document.
 * Invariant: who makes a place holds the document in the tree, and who changes one holds its subtree (tree-locks.ts).
 */
import { type RawBuilder, sql } from 'kysely';
import type { NewDocumentRow } from '#server/core/kernel/model.ts';
import type { StoreContext } from '../context.ts';
import { chainOf, isInTree } from '../nxql/path-range.ts';
import { pathOf } from './document-columns.ts';
import { flag } from './document-rows.ts';
import { insertLonePlaces, insertPlace, takePlace, takePlaceOfVersions } from './document-statements.ts';

export interface OwnPlace {
  readonly id: number;
  readonly repository: string;
  readonly path: string | null;
  /** Where it lies (path-range.ts); the database states it when the place is made. */
  readonly chain: string;
}

/** What a document takes its place from. */
export function holderOf({ isVersion, seriesId, parentId }: NewDocumentRow): string | null {
  return isVersion ? seriesId : parentId;
}

export function documentPlaces(context: StoreContext) {
  const { database, engine } = context;
  /** Have one until the unit ends, or removes them: each is locked by it, or got its place from it. */
  const noted = new Set<string>();
  const run = <T>(statement: RawBuilder<T>) => statement.execute(database);

  /** The document and its versions name the place of what holds it now. */
  const takeFrom = async (id: string, holder: string): Promise<void> => {
    await Promise.all([
      takePlace.defer(context, { id, holder }),
      takePlaceOfVersions.defer(context, { id, holder }),
    ]);
  };

  return {
    takeFrom,

    find: (documentId: string): Promise<OwnPlace | undefined> =>
      database
        .selectFrom('places')
        .select(['id', 'repository', 'path', 'chain'])
        .where('document_id', '=', documentId)
        .executeTakeFirst(),

    /** The document is locked, and has one. */
    note: (id: string): void => {
      noted.add(id);
    },

    /** Nothing is done for a document that has one. */
    make: async (id: string): Promise<void> => {
      if (noted.has(id)) return;
      await Promise.all([insertPlace.defer(context, { id }), takeFrom(id, id)]);
      noted.add(id);
    },

    /** For documents that nothing holds. */
    makeLone: (rows: readonly NewDocumentRow[], taken: () => Error): Promise<void> => {
      const places = rows.map(({ id, repository, path, readAclId, isTrashed }) => {
        return { id, repository, path, readAclId, isTrashed: flag(isTrashed) };
      });
      return insertLonePlaces.defer(context, places, { taken });
    },

    /** What lies directly in the place, and has none of its own, gets one: it will differ from its holder. */
    makeInside: async (place: OwnPlace, holder: string): Promise<void> => {
      const own = (column: string) =>
        sql`(select own.id from places own where own.document_id = documents.${sql.ref(column)})`;
      await run(sql`insert into places (repository, document_id, path, read_acl_id, is_trashed)
        select d.repository, d.id, ${pathOf('d', 'p')}, p.read_acl_id, p.is_trashed
        from documents d inner join places p on p.id = d.place_id
        where d.place_id = ${place.id} and d.is_version = 0 and d.id <> ${holder}`);
      await run(sql`update documents set place_id = ${own('id')}
        where place_id = ${place.id} and is_version = 0 and id <> ${holder}`);
      await run(sql`update documents set place_id = ${own('series_id')}
        where place_id = ${place.id} and is_version = 1 and series_id <> ${holder}`);
    },

    /** States again where a place lies, where that was damaged. */
    chain: async (id: string): Promise<void> => {
      await run(sql`update places set chain = ${chainOf('places')} where document_id = ${id}`);
    },

    /** After documents were removed. A version that outlives its document lies nowhere, and nobody reads it. */
    clear: async (ids: readonly string[]): Promise<void> => {
      for (const id of ids) noted.delete(id);
      const isLeft = sql`is_version = 1 and ${engine.isOneOf(sql.ref('series_id'), ids)}`;
      await Promise.all([
        run(sql`insert into places (repository, document_id, path, read_acl_id, is_trashed)
          select repository, id, null, 0, 0 from documents where ${isLeft} on conflict (document_id) do nothing`),
        run(sql`update documents set folder_id = null,
            place_id = (select own.id from places own where own.document_id = documents.id)
          where ${isLeft}`),
        run(sql`delete from places where ${engine.isOneOf(sql.ref('document_id'), ids)}
          and not exists (select 1 from documents where place_id = places.id)`),
      ]);
    },

    /** The place itself and all below it. */
    tree: (place: OwnPlace): RawBuilder<unknown> =>
      place.path === null ? sql`places.id = ${place.id}` : isInTree('places.chain', place.chain),
  };
}
