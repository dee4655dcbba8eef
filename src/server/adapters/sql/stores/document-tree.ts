/**
 * Documents as rows of a tree: reading, writing, moving.
 * Invariant: a name is taken once in its holder, and a path once in one repository; a taken one is `documentExists`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { DocumentStore, DocumentWithRights } from '#server/core/kernel/document-store.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { DocumentRow, Properties } from '#server/core/kernel/model.ts';
import type { StoreContext } from '../context.ts';
import { isBelow, splitPath } from '../nxql/path-range.ts';
import { keysIn } from './blob-keys.ts';
import { documentColumns } from './document-columns.ts';
import { documentPlaces, holderOf, type OwnPlace } from './document-places.ts';
import {
  blobKeys,
  flag,
  newColumnNames,
  type StoredDocument,
  toChangedColumns,
  toColumns,
  toDocument,
} from './document-rows.ts';
import {
  aclsAbove,
  ancestorsOf,
  childByName,
  deleteBlobReferences,
  documentById,
  documentByIdWithRights,
  documentByPath,
  documentByPathWithRights,
  documentForUpdate,
  documentsByIds,
  fewDocumentsByIds,
  insertBlobReferences,
  insertDocuments,
  lockDocument,
  type StoredWithRights,
  takenNames,
  updateOf,
} from './document-statements.ts';
import { requireFits, requireIndexable } from './indexable.ts';
import { readAclChain } from './json-columns.ts';

type TreeMethods = Pick<
  DocumentStore,
  | 'get'
  | 'getForUpdate'
  | 'getMany'
  | 'getByPath'
  | 'getWithRights'
  | 'getByPathWithRights'
  | 'aclsAbove'
  | 'child'
  | 'takenNames'
  | 'root'
  | 'ancestors'
  | 'insert'
  | 'update'
  | 'relocate'
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
  const places = documentPlaces(context);

  const select = async (rest: RawBuilder<unknown>): Promise<readonly DocumentRow[]> => {
    const { rows } = await sql<StoredDocument>`select ${documentColumns(engine)} from documents
      inner join places on places.id = documents.place_id ${rest}`.execute(database);
    return rows.map(toDocument);
  };

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
    const row = await documentByPath.first(context, { repository, path, ...splitPath(path) });
    return row === undefined ? undefined : toDocument(row);
  };

  const addBlobReferences = (rows: readonly { readonly id: string; readonly properties: Properties }[]) =>
    insertBlobReferences.defer(
      context,
      rows.flatMap(({ id, properties }) => blobKeys(properties).map((key) => ({ key, id }))),
    );

  /** Those below a document that moves get longer or shorter with it. */
  const requireRoomBelow = async (place: OwnPlace, path: string): Promise<void> => {
    const growth = Buffer.byteLength(path) - Buffer.byteLength(place.path ?? path);
    if (place.path === null || growth <= 0) return;
    const { longest } = await database
      .selectFrom('places')
      .select(sql<number | null>`max(octet_length(path))`.as('longest'))
      .where('repository', '=', place.repository)
      .where(isBelow('path', place.path))
      .executeTakeFirstOrThrow();
    requireFits(Buffer.byteLength(place.repository) + (longest ?? 0) + growth);
  };

  /** Rewrites the paths of a tree, and whether it is in the trash. */
  const movePlaces = async (place: OwnPlace, path: string, isTrashed: boolean | undefined): Promise<void> => {
    await requireRoomBelow(place, path);
    const trash = isTrashed === undefined ? sql`` : sql`, is_trashed = ${flag(isTrashed)}`;
    const length = sql`length(${engine.textParameter(place.path ?? path)})`;
    await sql`update places set path = ${engine.textParameter(path)} || substr(path, ${length} + 1)${trash}
      where ${places.tree(place)}`.execute(database);
  };

  return {
    get,
    getMany,
    getByPath,

    getWithRights: async (id) => withRights(await documentByIdWithRights.first(context, { id })),
    getByPathWithRights: async (repository, path) =>
      withRights(await documentByPathWithRights.first(context, { repository, path, ...splitPath(path) })),
    aclsAbove: async (id) => readAclChain((await aclsAbove.first(context, { id }))?.acls ?? null),

    getForUpdate: async (id) => {
      // Two statements, sent together: the second one sees what the first one waited for.
      const locking = engine.name === 'postgres' ? lockDocument.rows(context, { id }) : undefined;
      const [row] = await Promise.all([documentForUpdate.first(context, { id }), locking]);
      if (row === undefined) return undefined;
      if (row.has_place === 1) places.note(id);
      return toDocument(row);
    },

    child: async (parentId, name) => {
      const row = await childByName.first(context, { parentId, name });
      return row === undefined ? undefined : toDocument(row);
    },

    takenNames: async (parentId, names) => {
      const rows = await takenNames.rows(context, { parentId, names: engine.textList(names) });
      return new Set(rows.map(({ name }) => name));
    },

    root: (repository) => getByPath(repository, '/'),

    ancestors: async (id) => (await ancestorsOf.rows(context, { id })).map(toDocument),

    insert: async (...rows) => {
      for (const { repository, path } of rows) requireIndexable(repository, path ?? '');
      const taken = () => exists(rows.map(({ path, id }) => path ?? id).join(', '));
      const holders = new Set(rows.flatMap(({ isVersion, parentId }) => (isVersion ? [] : (parentId ?? []))));
      const columns = rows.map((row) => ({ ...toColumns(row), holder: holderOf(row) }));
      await Promise.all([
        places.makeLone(
          rows.filter((row) => holderOf(row) === null),
          taken,
        ),
        ...[...holders].map(places.make),
        insertDocuments.defer(context, columns, { taken }),
        ...rows.filter(({ acls }) => acls.length > 0).map(({ id }) => places.make(id)),
        addBlobReferences(rows),
      ]);
    },

    update: async (id, patch) => {
      const columns = toChangedColumns(patch);
      const names = newColumnNames.filter((name) => columns[name] !== undefined);
      if (names.length === 0) return;
      await Promise.all([
        patch.acls === undefined ? undefined : places.make(id),
        updateOf(names).defer(context, { ...columns, key: id }),
        patch.properties === undefined ? undefined : deleteBlobReferences.defer(context, { id }),
        addBlobReferences([{ id, properties: patch.properties ?? {} }]),
      ]);
    },

    relocate: async (id, { parentId, parentPath, name, isTrashed }) => {
      const [row, target, sibling] = await Promise.all([
        get(id),
        get(parentId),
        childByName.first(context, { parentId, name }),
      ]);
      if (row === undefined) throw new RepositoryError('documentNotFound', id);
      const above = target?.path ?? parentPath;
      const path = above === '/' ? `/${name}` : `${above}/${name}`;
      if (sibling !== undefined && sibling.id !== id) throw exists(path);
      requireIndexable(row.repository, path);
      const isTargetTrashed = target?.isTrashed ?? row.isTrashed;
      // It will differ from what holds it.
      if ((isTrashed ?? row.isTrashed) !== isTargetTrashed && !isTargetTrashed) await places.make(id);
      await places.make(parentId);
      const place = await places.find(id);
      await Promise.all([
        database.updateTable('documents').set({ parent_id: parentId, name }).where('id', '=', id).execute(),
        place ? movePlaces(place, path, isTrashed ?? (isTargetTrashed || undefined)) : undefined,
        places.takeFrom(id, place ? id : parentId),
      ]);
    },

    setTrashed: async (id, isTrashed, { alone = false } = {}) => {
      await places.make(id);
      const place = await places.find(id);
      if (place === undefined) return;
      if (alone) await places.makeInside(place, id);
      const where = alone ? sql`places.id = ${place.id}` : places.tree(place);
      await sql`update places set is_trashed = ${flag(isTrashed)}
        where is_trashed <> ${flag(isTrashed)} and ${where}`.execute(database);
    },

    remove: async (ids) => {
      if (ids.length === 0) return;
      await Promise.all([
        engine.fulltext.remove(context, ids),
        database
          .deleteFrom('documents')
          .where(engine.isOneOf(sql.ref('id'), ids))
          .execute(),
        places.clear(ids),
      ]);
    },

    versions: (seriesId) =>
      select(sql`where documents.series_id = ${seriesId} and documents.is_version = 1
        order by documents.version_created, documents.seq`),

    proxiesOf: async (targetIds) => {
      if (targetIds.length === 0) return [];
      return select(sql`where ${engine.isOneOf(sql.ref('documents.proxy_target_id'), targetIds)}
        order by documents.seq`);
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

function withRights(row: StoredWithRights | undefined): DocumentWithRights | undefined {
  return row && { document: toDocument(row), acls: readAclChain(row.deciding_acls) };
}

function exists(what: string): RepositoryError {
  return new RepositoryError('documentExists', `Document already exists: ${what}`);
}
