/**
 * Documents as rows of a tree: reading, writing, moving, walking.
 * Invariant: a path is stored once in one repository; a taken one is `documentExists`.
 */
import { type RawBuilder, sql } from 'kysely';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { DocumentRow, Properties } from '#server/core/kernel/model.ts';
import type { DocumentContent, DocumentStore } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import { isBelow } from '../nxql/path-range.ts';
import { keysIn } from './blob-keys.ts';
import { documentColumns } from './document-columns.ts';
import { blobKeys, toChangedColumns, toColumns, toDocument } from './document-rows.ts';
import {
  ancestorsOf,
  childByName,
  deleteBlobReferences,
  documentById,
  documentByPath,
  documentsByIds,
  fewDocumentsByIds,
  insertBlobReference,
  insertDocument,
  lockedDocumentById,
} from './document-statements.ts';
import { requireFits, requireIndexable } from './indexable.ts';
import { readProperties } from './json-columns.ts';

/** Rows fetched at a time when walking. */
const PAGE = 200;

interface ContentRow {
  readonly place: string | null;
  readonly seq: number;
  readonly is_trashed: number;
  readonly is_version: number;
  readonly properties: string;
}

type TreeMethods = Pick<
  DocumentStore,
  | 'get'
  | 'getForUpdate'
  | 'getMany'
  | 'getByPath'
  | 'child'
  | 'root'
  | 'ancestors'
  | 'insert'
  | 'update'
  | 'relocate'
  | 'subtree'
  | 'contentOfSubtree'
  | 'countSubtree'
  | 'setTrashed'
  | 'remove'
  | 'versions'
  | 'proxiesOf'
  | 'lastPosition'
  | 'referencedBlobs'
>;

/** Rows that are read at once on the server's own thread. */
const FEW = 50;

export function documentTree(context: StoreContext): TreeMethods {
  const { database, engine } = context;
  const select = () => database.selectFrom('documents').select(documentColumns(engine));

  const get = async (id: string): Promise<DocumentRow | undefined> => {
    const row = await documentById.first(context, { id });
    return row === undefined ? undefined : toDocument(row);
  };

  const getMany = async (ids: readonly string[]): Promise<readonly DocumentRow[]> => {
    if (ids.length === 0) return [];
    const statement = ids.length <= FEW ? fewDocumentsByIds : documentsByIds;
    const rows = await statement.rows(context, { ids: engine.textList(ids) });
    const byId = new Map(rows.map((row) => [row.id, toDocument(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };

  const getByPath = async (repository: string, path: string): Promise<DocumentRow | undefined> => {
    const row = await documentByPath.first(context, { repository, path });
    return row === undefined ? undefined : toDocument(row);
  };

  const addBlobReferences = (id: string, properties: Properties) =>
    blobKeys(properties).map((key) => insertBlobReference.defer(context, { key, id }));

  /** Those below a document that moves get longer or shorter with it. */
  const requireRoomBelow = async (
    row: { readonly repository: string; readonly path: string | null },
    path: string,
  ): Promise<void> => {
    const growth = Buffer.byteLength(path) - Buffer.byteLength(row.path ?? path);
    if (row.path === null || growth <= 0) return;
    const { longest } = await database
      .selectFrom('documents')
      .select(sql<number | null>`max(octet_length(path))`.as('longest'))
      .where('repository', '=', row.repository)
      .where(isBelow('path', row.path))
      .executeTakeFirstOrThrow();
    requireFits(Buffer.byteLength(row.repository) + (longest ?? 0) + growth);
  };

  /** Pages in the order of paths, each beginning where the one before ended. */
  async function* contentPages(from: RawBuilder<unknown>, of: string): AsyncGenerator<DocumentContent, void> {
    const seq = sql.ref(`${of}.seq`);
    for (let behind = sql``; ; ) {
      const { rows } = await sql<ContentRow>`select live.path as place, ${seq} as seq,
          ${sql.ref(`${of}.is_trashed`)} as is_trashed, ${sql.ref(`${of}.is_version`)} as is_version,
          ${engine.compactJsonText(sql.ref(`${of}.properties`))} as properties
        from ${from} and exists (select 1 from blob_references where document_seq = ${seq}) ${behind}
        order by live.path, ${seq} limit ${PAGE}`.execute(database);
      for (const row of rows) {
        yield {
          properties: readProperties(row.properties),
          isTrashed: row.is_trashed === 1,
          isVersion: row.is_version === 1,
          proxyTargetId: null,
        };
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      const { place } = last;
      behind =
        place === null
          ? sql`and ${seq} > ${last.seq}`
          : sql`and live.path >= ${place} and (live.path > ${place} or ${seq} > ${last.seq})`;
    }
  }

  return {
    get,
    getMany,
    getByPath,

    getForUpdate: async (id) => {
      const row = await lockedDocumentById.first(context, { id });
      return row === undefined ? undefined : toDocument(row);
    },

    child: async (parentId, name) => {
      const row = await childByName.first(context, { parentId, name });
      return row === undefined ? undefined : toDocument(row);
    },

    root: (repository) => getByPath(repository, '/'),

    ancestors: async (id) => (await ancestorsOf.rows(context, { id })).map(toDocument),

    insert: async (row) => {
      requireIndexable(row.repository, row.path ?? '');
      const taken = () => exists(row.path ?? row.id);
      await Promise.all([
        insertDocument.defer(context, toColumns(row), { taken }),
        ...addBlobReferences(row.id, row.properties),
      ]);
    },

    update: async (id, patch) => {
      const { properties, ...columns } = toChangedColumns(patch);
      const changes = {
        ...columns,
        ...(properties === undefined ? {} : { properties: engine.compactJson(properties) }),
      };
      if (Object.keys(changes).length === 0) return;
      const updating = database.updateTable('documents').set(changes).where('id', '=', id).execute();
      if (patch.properties === undefined) return void (await updating);
      await Promise.all([
        updating,
        deleteBlobReferences.defer(context, { id }),
        ...addBlobReferences(id, patch.properties),
      ]);
    },

    relocate: async (id, { parentId, parentPath, name }) => {
      const row = await database
        .selectFrom('documents')
        .select(['repository', 'path'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) throw new RepositoryError('documentNotFound', id);
      const path = parentPath === '/' ? `/${name}` : `${parentPath}/${name}`;
      const taken = await database
        .selectFrom('documents')
        .select('id')
        .where('repository', '=', row.repository)
        .where('path', '=', path)
        .where('id', '!=', id)
        .executeTakeFirst();
      if (taken !== undefined) throw exists(path);
      requireIndexable(row.repository, path);
      await requireRoomBelow(row, path);
      const moving = database
        .updateTable('documents')
        .set({ parent_id: parentId, name, path })
        .where('id', '=', id)
        .execute();
      const oldPath = row.path;
      if (oldPath === null || oldPath === path) return void (await moving);
      const rest = sql<string>`${engine.textParameter(path)} || substr(path, length(${engine.textParameter(oldPath)}) + 1)`;
      const following = database
        .updateTable('documents')
        .set({ path: rest })
        .where('repository', '=', row.repository)
        .where(isBelow('path', oldPath))
        .execute();
      await Promise.all([moving, following]);
    },

    subtree: async function* (id) {
      const top = await get(id);
      if (top === undefined) return;
      yield top;
      if (top.path === null) return;
      let last = '';
      for (;;) {
        const rows = await select()
          .where('repository', '=', top.repository)
          .where(isBelow('path', top.path))
          .where('path', '>', last)
          .orderBy('path')
          .limit(PAGE)
          .execute();
        yield* rows.map(toDocument);
        last = rows.at(-1)?.path ?? '';
        if (rows.length < PAGE) return;
      }
    },

    contentOfSubtree: async function* (id) {
      const top = await get(id);
      if (top === undefined) return;
      const { repository, path } = top;
      // One range, in whose order pages are read; its first bounds hold for all of it.
      const tree =
        path === null
          ? sql`live.id = ${id} and live.is_proxy = 0`
          : sql`live.repository = ${repository} and live.path >= ${path}
              and live.path < ${path === '/' ? '0' : `${path}0`}
              and (live.path = ${path} or ${isBelow('live.path', path)}) and live.is_proxy = 0`;
      yield* contentPages(sql`documents live where ${tree}`, 'live');
      yield* contentPages(
        sql`documents live inner join documents version
          on version.series_id = live.id and version.is_version = 1 where ${tree}`,
        'version',
      );
    },

    countSubtree: async (id) => {
      const top = await database
        .selectFrom('documents')
        .select(['repository', 'path'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (top === undefined) return 0;
      if (top.path === null) return 1;
      const { count } = await database
        .selectFrom('documents')
        .select((each) => each.fn.countAll<number>().as('count'))
        .where('repository', '=', top.repository)
        .where(isBelow('path', top.path))
        .executeTakeFirstOrThrow();
      return count + 1;
    },

    setTrashed: async (id, isTrashed) => {
      const top = await database
        .selectFrom('documents')
        .select(['repository', 'path'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (top === undefined) return;
      const path = top.path;
      const below =
        path === null ? sql`` : sql` or (repository = ${top.repository} and ${isBelow('path', path)})`;
      await sql`update documents set is_trashed = ${isTrashed ? 1 : 0} where id = ${id}${below}`.execute(
        database,
      );
    },

    remove: async (ids) => {
      if (ids.length === 0) return;
      await Promise.all([
        engine.fulltext.remove(context, ids),
        database
          .deleteFrom('documents')
          .where(engine.isOneOf(sql.ref('id'), ids))
          .execute(),
      ]);
    },

    versions: async (seriesId) => {
      const rows = await select()
        .where('series_id', '=', seriesId)
        .where('is_version', '=', 1)
        .orderBy('version_created')
        .orderBy('seq')
        .execute();
      return rows.map(toDocument);
    },

    proxiesOf: async (targetIds) => {
      if (targetIds.length === 0) return [];
      const rows = await select()
        .where(engine.isOneOf(sql.ref('proxy_target_id'), targetIds))
        .orderBy('seq')
        .execute();
      return rows.map(toDocument);
    },

    lastPosition: async (parentId) => {
      const row = await database
        .selectFrom('documents')
        .select((each) => each.fn.max('position').as('last'))
        .where('parent_id', '=', parentId)
        .executeTakeFirst();
      return row?.last ?? undefined;
    },

    referencedBlobs: (keys) => keysIn(context, 'blob_references', keys),
  };
}

function exists(what: string): RepositoryError {
  return new RepositoryError('documentExists', `Document already exists: ${what}`);
}
