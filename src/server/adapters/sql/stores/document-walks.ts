/**
 * Walks over all documents of a place, page by page.
 * Invariant: parents come before their children; no document is seen twice, whatever others change meanwhile.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ContentBytes, DocumentStore } from '#server/core/kernel/document-store.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { StoreContext } from '../context.ts';
import { isBelow } from '../nxql/path-range.ts';
import { escapeLike } from '../nxql/sql-terms.ts';
import { contentBeside } from './content-beside.ts';
import { documentColumns, documentColumnsUnlessLong, hasContent, hasFacet } from './document-columns.ts';
import { documentPlaces, type OwnPlace } from './document-places.ts';
import { type StoredDocument, toDocument } from './document-rows.ts';
import { type DocumentUnlessLong, documentById, longProperties } from './document-statements.ts';
import { rareInTree } from './rare-documents.ts';

/** Rows read at a time. */
const PAGE = 200;

/** Where a page ends: the folder, and the last document in it. */
interface Position {
  readonly holder: string;
  readonly holder_chain: string;
  readonly name: string;
}

type WalkMethods = Pick<
  DocumentStore,
  | 'subtree'
  | 'subtreeWithFacet'
  | 'contentOfSubtree'
  | 'contentToCount'
  | 'contentBytes'
  | 'trashedBelow'
  | 'trashedIn'
  | 'countSubtree'
>;

/** Conditions for separate sums, each over a range of the index of documents with content. */
const isCountedAs: Readonly<Record<keyof ContentBytes, RawBuilder<unknown>>> = {
  live: sql`documents.is_version = 0 and places.is_trashed = 0`,
  trash: sql`documents.is_version = 0 and places.is_trashed = 1`,
  versions: sql`documents.is_version = 1`,
};

const everyKind = ['live', 'trash', 'versions'] as const;

export function documentWalks(context: StoreContext): WalkMethods {
  const { database, engine } = context;
  const places = documentPlaces(context);

  const get = async (id: string): Promise<DocumentRow | undefined> => {
    const row = await documentById.first(context, { id });
    return row && toDocument(row);
  };

  /** Reads long properties one by one: those of a whole page may be gigabytes. */
  async function* whole(rows: readonly DocumentUnlessLong[]): AsyncGenerator<DocumentRow, void> {
    for (const row of rows) {
      const properties = row.properties ?? (await longProperties.first(context, row))?.properties;
      if (properties !== undefined) yield toDocument({ ...row, properties });
    }
  }

  /** Everything below a place: first the rest of one folder, then the folders after it, and so on. */
  async function* inside(top: OwnPlace, topId: string): AsyncGenerator<DocumentRow, void> {
    if (top.path === null) return;
    const isInside = isBelow('holders.chain', top.chain);
    const page = async (
      isAmong: RawBuilder<unknown>,
      isWanted = sql`1 = 1`,
    ): Promise<readonly (DocumentUnlessLong & Position)[]> => {
      const { rows } = await sql<DocumentUnlessLong & Position>`select ${documentColumnsUnlessLong(engine)},
          holders.document_id as holder, holders.chain as holder_chain
        from places holders ${engine.documentsHeld(isWanted, PAGE)}
        where ${isAmong} order by holders.chain, documents.name limit ${PAGE}`.execute(database);
      return rows;
    };
    let last: Position | undefined = { holder: topId, holder_chain: top.chain, name: '' };
    while (last !== undefined) {
      const { holder, holder_chain: chain, name }: Position = last;
      const rest = await page(sql`holders.document_id = ${holder}`, sql`documents.name > ${name}`);
      yield* whole(rest);
      if (rest.length === PAGE) last = rest.at(-1);
      else {
        const next = await page(sql`holders.chain > ${chain} and ${isInside}`);
        yield* whole(next);
        last = next.length === PAGE ? next.at(-1) : undefined;
      }
    }
  }

  const sumIn = (among: RawBuilder<unknown>, kind: keyof ContentBytes): RawBuilder<number> =>
    sql`(select cast(coalesce(sum(documents.content_bytes), 0) as bigint)
      from ${among} and documents.place_id = places.id and ${hasContent('documents.')} and ${isCountedAs[kind]})`;

  const contentOfSubtree = async (
    id: string,
    kinds: readonly (keyof ContentBytes)[],
  ): Promise<ContentBytes> => {
    const place = await places.find(id);
    const among =
      place === undefined
        ? sql`documents cross join places where (documents.id = ${id}
            or (documents.series_id = ${id} and documents.is_version = 1))`
        : sql`places cross join documents where ${places.tree(place)}`;
    const sums = kinds.map((kind) => sql`${sumIn(among, kind)} as ${sql.ref(kind)}`);
    const { rows } = await sql<Partial<ContentBytes>>`select ${sql.join(sums)}`.execute(database);
    return { live: 0, trash: 0, versions: 0, ...rows[0] };
  };

  return {
    subtree: async function* (id) {
      const top = await get(id);
      if (top === undefined) return;
      yield top;
      const place = await places.find(id);
      if (place !== undefined) yield* inside(place, id);
    },

    subtreeWithFacet: async (id, facet) => {
      const place = await places.find(id);
      const isOfKind = hasFacet(engine, 'documents.', facet);
      const among =
        place === undefined
          ? sql`documents cross join places where documents.id = ${id}`
          : sql`${await rareInTree(context, places.tree(place), isOfKind)} where ${places.tree(place)}`;
      const { rows } = await sql<StoredDocument>`select ${documentColumns(engine)} from ${among}
        and documents.place_id = places.id and documents.is_version = 0 and ${isOfKind}`.execute(database);
      return rows.map(toDocument);
    },

    contentOfSubtree: (id, kinds = everyKind) => contentOfSubtree(id, kinds),

    contentToCount: async (id, kinds = everyKind) => {
      const place = await places.find(id);
      const sumOf = (kind: keyof ContentBytes, tree: RawBuilder<unknown>) =>
        sumIn(sql`places cross join documents where ${tree}`, kind);
      const found = place?.path == null ? undefined : await contentBeside(context, id, place, kinds, sumOf);
      return found ?? contentOfSubtree(id, kinds);
    },

    contentBytes: async (id) => {
      const row = await database
        .selectFrom('documents')
        .select('content_bytes')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.content_bytes ?? 0;
    },

    trashedBelow: async (id, nameEnd) => {
      const place = await places.find(id);
      if (place === undefined || place.path === null) return [];
      const { rows } = await sql<StoredDocument>`select ${documentColumns(engine)}
        from places cross join documents where ${isBelow('places.chain', place.chain)}
        and places.path like ${`%${escapeLike(nameEnd)}`} escape '\\'
        and documents.id = places.document_id order by places.chain`.execute(database);
      return rows.map(toDocument);
    },

    trashedIn: async (id) => {
      const { rows } = await sql<StoredDocument>`select ${documentColumns(engine)}
        from documents cross join places where documents.parent_id = ${id} and documents.is_version = 0
        and places.id = documents.place_id and places.is_trashed = 1 order by documents.seq`.execute(
        database,
      );
      return rows.map(toDocument);
    },

    countSubtree: async (id) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from documents
        where id = ${id}`.execute(database);
      const own = rows[0]?.count ?? 0;
      const place = await places.find(id);
      if (own === 0 || place?.path === undefined || place.path === null) return own;
      const below = await sql<{ count: number }>`select count(*) as count from places cross join documents
        where ${places.tree(place)} and documents.parent_id = places.document_id`.execute(database);
      return own + (below.rows[0]?.count ?? 0);
    },
  };
}
