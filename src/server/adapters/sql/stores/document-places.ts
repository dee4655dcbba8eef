/**
 * Places: path, effective read rights and trash state, stored once for a document and everything in it. A document has a
 * place of its own when it has children, ACLs, or was trashed by itself; others use their parent's place, versions their
 * document's.
 * Invariant: a unit that makes a place holds the document in the tree, and one that changes a place holds its subtree
 * (tree-locks.ts).
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
  /** Its position in the tree (path-range.ts); set by the database when the place is made. */
  readonly chain: string;
}

/** The document whose place it uses. */
export function holderOf({ isVersion, seriesId, parentId }: NewDocumentRow): string | null {
  return isVersion ? seriesId : parentId;
}

export function documentPlaces(context: StoreContext) {
  const { database, engine } = context;
  /** Documents known to have a place until the unit ends or removes them: they are locked, or it made the place. */
  const noted = new Set<string>();
  const run = <T>(statement: RawBuilder<T>) => statement.execute(database);

  /** Makes the document and its versions use the holder's present place. */
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

    /** Notes that a locked document has a place. */
    note: (id: string): void => {
      noted.add(id);
    },

    /** Does nothing for a document that has a place. */
    make: async (id: string): Promise<void> => {
      if (noted.has(id)) return;
      await Promise.all([insertPlace.defer(context, { id }), takeFrom(id, id)]);
      noted.add(id);
    },

    /** For documents without a parent. */
    makeLone: (rows: readonly NewDocumentRow[], taken: () => Error): Promise<void> => {
      const places = rows.map(({ id, repository, path, readAclId, isTrashed }) => {
        return { id, repository, path, readAclId, isTrashed: flag(isTrashed) };
      });
      return insertLonePlaces.defer(context, places, { taken });
    },

    /** Gives a place to each child in the place that has none, because the holder's place is going to change. */
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

    /** Repairs the chain of a place. */
    chain: async (id: string): Promise<void> => {
      await run(sql`update places set chain = ${chainOf('places')} where document_id = ${id}`);
    },

    /** Call it after documents were removed. Versions that outlive their document get a place that nobody can read. */
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
