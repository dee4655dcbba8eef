/**
 * Documents as rows of a tree: reading, writing, moving.
 * Invariant: names are unique in a folder, and paths in a repository; a taken one is `documentExists`.
 */
import { type RawBuilder, sql } from 'kysely';
import type {
  DocumentStore,
  DocumentWithRights,
  ShownProperties,
} from '#server/core/kernel/document-store.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { DocumentPatch, DocumentRow, Properties } from '#server/core/kernel/model.ts';
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type { StoreContext } from '../context.ts';
import type { Flag } from '../database.ts';
import { namesOf } from '../nxql/path-range.ts';
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
  fewTakenNames,
  homeOf,
  insertBlobReferences,
  insertDocuments,
  lockDocument,
  longProperties,
  type StoredWithRights,
  takeFolderOfVersions,
  takenName,
  takenNames,
  updateOf,
} from './document-statements.ts';
import { mostBytes, requireShort, tooLarge } from './indexable.ts';
import { readAclChain } from './json-columns.ts';
import { everything, listChanges } from './list-changes.ts';
import { PreparedTexts } from './prepared-texts.ts';

type TreeMethods = Pick<
  DocumentStore,
  | 'get'
  | 'getForUpdate'
  | 'getToAddTo'
  | 'getMany'
  | 'getByPath'
  | 'getWithRights'
  | 'getByPathWithRights'
  | 'aclsAbove'
  | 'child'
  | 'takenNames'
  | 'root'
  | 'ancestors'
  | 'prepareTexts'
  | 'insert'
  | 'update'
  | 'relocate'
  | 'setTrashed'
  | 'remove'
  | 'versions'
  | 'versionIds'
  | 'proxiesOf'
  | 'lastPosition'
  | 'referencedBlobs'
  | 'blobsKeptFor'
>;

/** Most rows read in one go on the server's own thread. */
const FEW = 50;
/** In characters: longer texts are left out of a page that would be too long. */
const LONG_TEXT = 10_000;
/** In characters of properties: reading and parsing longer ones takes milliseconds. */
const LONG_ROW = 500_000;

export function documentTree(context: StoreContext): TreeMethods {
  const { database, engine } = context;
  const places = documentPlaces(context);
  const changes = listChanges(context);
  const texts = new PreparedTexts();

  const select = async (rest: RawBuilder<unknown>): Promise<readonly DocumentRow[]> => {
    const { rows } = await sql<StoredDocument>`select ${documentColumns(engine)} from documents
      inner join places on places.id = documents.place_id ${rest}`.execute(database);
    return rows.map(toDocument);
  };

  const get = async (id: string): Promise<DocumentRow | undefined> => {
    const row = await documentById.first(context, { id });
    if (row === undefined) return undefined;
    if (row.properties.length > LONG_ROW) await pauseWhenLong();
    return toDocument(row);
  };

  const noted = (row: StoredDocument & { readonly has_place: Flag }): DocumentRow => {
    if (row.has_place === 1) places.note(row.id);
    return toDocument(row);
  };

  const getForUpdate = async (id: string): Promise<DocumentRow | undefined> => {
    // Two statements, sent together: the second one sees the changes that the first one has waited for.
    const locking = engine.name === 'postgres' ? lockDocument.rows(context, { id }) : undefined;
    const [row] = await Promise.all([documentForUpdate.first(context, { id }), locking]);
    if (row !== undefined && row.properties.length > LONG_ROW) await pauseWhenLong();
    return row && noted(row);
  };

  const getMany: DocumentStore['getMany'] = async (ids, most = Infinity, shown = undefined) => {
    if (ids.length === 0) return [];
    const statement = ids.length <= FEW ? fewDocumentsByIds : documentsByIds;
    const rows = await statement.rows(context, { ids: engine.textList(ids) });
    const byId = new Map<string, DocumentRow>();
    let characters = 0;
    for (const row of rows) {
      // One after the other, so that other calls are served in between.
      const properties = row.properties ?? (await longProperties.first(context, row))?.properties;
      if (properties === undefined) continue;
      let document = toDocument({ ...row, properties });
      let length = properties.length;
      if (shown !== undefined && characters + length > most) {
        document = { ...document, properties: withoutLongTexts(document.properties, shown) };
        length = JSON.stringify(document.properties).length;
      }
      characters += length;
      if (characters > most && rows.length > 1)
        throw new RepositoryError(
          'payloadTooLarge',
          `These documents hold more than ${most} characters: ask for fewer at a time`,
        );
      byId.set(row.id, document);
    }
    return ids.flatMap((id) => byId.get(id) ?? []);
  };

  const getByPath = async (repository: string, path: string): Promise<DocumentRow | undefined> => {
    const row = await documentByPath.first(context, { repository, ...namesOf(path) });
    return row === undefined ? undefined : toDocument(row);
  };

  const addBlobReferences = (rows: readonly { readonly id: string; readonly properties: Properties }[]) =>
    insertBlobReferences.defer(
      context,
      rows.flatMap(({ id, properties }) => blobKeys(properties).map((key) => ({ key, id }))),
    );

  /** Changes paths, chains and trash state of a tree. */
  const movePlaces = async (
    place: OwnPlace,
    path: string,
    { holder, isTrashed }: { readonly holder: OwnPlace | undefined; readonly isTrashed: boolean | undefined },
  ): Promise<number> => {
    const chain = `${holder?.chain ?? '/'}${place.id}/`;
    const from = place.path ?? path;
    // Paths and chains below change their lengths by the same amount.
    const longer = Buffer.byteLength(path) - Buffer.byteLength(from);
    const deeper = Buffer.byteLength(chain) - Buffer.byteLength(place.chain);
    const isGrowing = place.path !== null && (longer > 0 || deeper > 0);
    const before = isGrowing ? await countPlaces(place) : 0;
    const begun = (column: 'path' | 'chain', old: string, fresh: string) =>
      sql`${engine.textParameter(fresh)} || substr(${sql.ref(column)}, length(${engine.textParameter(old)}) + 1)`;
    const columns = [
      // A path with another beginning is damaged, and stays as it is.
      sql`path = case when substr(path, 1, length(${engine.textParameter(from)})) = ${engine.textParameter(from)}
        then ${begun('path', from, path)} else path end`,
      ...(chain === place.chain ? [] : [sql`chain = ${begun('chain', place.chain, chain)}`]),
      ...(isTrashed === undefined ? [] : [sql`is_trashed = ${flag(isTrashed)}`]),
    ];
    const fits = sql`octet_length(path) <= ${engine.numberParameter(
      mostBytes - Buffer.byteLength(place.repository) - longer,
    )} and octet_length(chain) <= ${engine.numberParameter(mostBytes - deeper)}`;
    const where = isGrowing ? sql`${places.tree(place)} and ${fits}` : places.tree(place);
    const moved = await sql`update places set ${sql.join(columns)} where ${where}`.execute(database);
    // Compares counts: looking for each row that does not fit would take as long as reading all.
    const count = Number(moved.numAffectedRows ?? 0);
    if (isGrowing && count < before) throw tooLarge();
    return count;
  };

  /** A single place affects only the lists with its document; several may affect any number of folders. */
  const countPlacesChanged = (id: string, count: number): Promise<void> =>
    count > 1 ? changes.countAllLists() : changes.countLists([everything, id]);

  const countPlaces = async (place: OwnPlace): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from places
      where ${places.tree(place)}`.execute(database);
    return rows[0]?.count ?? 0;
  };

  return {
    get,
    getMany,
    getByPath,

    getWithRights: async (id) => withRights(await documentByIdWithRights.first(context, { id })),
    getByPathWithRights: async (repository, path) =>
      withRights(await documentByPathWithRights.first(context, { repository, ...namesOf(path) })),
    aclsAbove: async (id) => readAclChain((await aclsAbove.first(context, { id }))?.acls ?? null),

    getForUpdate,

    getToAddTo: async (id, name) => {
      const row = await homeOf.first(context, { id, name: name ?? null });
      if (row === undefined) return undefined;
      // The first child makes a place: of concurrent calls the second one sees it.
      const document = row.has_place === 0 ? await getForUpdate(id) : noted(row);
      if (document === undefined) return undefined;
      const { acls_above: acls, chain, has_name: hasName } = row;
      return { document, aclsAbove: readAclChain(acls), chain: chain.split(' '), hasName: hasName === 1 };
    },

    child: async (parentId, name) => {
      const row = await childByName.first(context, { parentId, name });
      return row === undefined ? undefined : toDocument(row);
    },

    takenNames: async (parentId, names) => {
      const [name] = names;
      if (name === undefined) return new Set();
      const statement = names.length <= FEW ? fewTakenNames : takenNames;
      const rows =
        names.length === 1
          ? await takenName.rows(context, { parentId, name })
          : await statement.rows(context, { parentId, names: engine.textList(names) });
      return new Set(rows.map((row) => row.name).filter((taken) => taken !== null));
    },

    root: (repository) => getByPath(repository, '/'),

    ancestors: async (id) => (await ancestorsOf.rows(context, { id })).map(toDocument),

    prepareTexts: (properties) => texts.prepare(properties),

    insert: async (...rows) => {
      for (const { repository, path } of rows) requireShort(repository, path ?? '');
      // The name was free when it was checked: the call runs again and finds the new document.
      const taken = () => exists(rows.map(({ path, id }) => path ?? id).join(', '), true);
      const holders = new Set(rows.flatMap(({ isVersion, parentId }) => (isVersion ? [] : (parentId ?? []))));
      const columns = rows.map((row) => ({ ...toColumns(row, texts), holder: holderOf(row) }));
      await Promise.all([
        places.makeLone(
          rows.filter((row) => holderOf(row) === null),
          taken,
        ),
        ...[...holders].map(places.make),
        insertDocuments.defer(context, columns, { taken }),
        ...rows.filter(({ acls }) => acls.length > 0).map(({ id }) => places.make(id)),
        addBlobReferences(rows),
        changes.countLists([
          everything,
          ...rows.map(({ isVersion, parentId }) => (isVersion ? null : parentId)),
        ]),
        changes.countListsOf(rows.flatMap(({ isVersion, id }) => (isVersion ? [id] : []))),
      ]);
    },

    update: async (id, patch) => {
      const columns = toChangedColumns(patch, texts);
      const names = newColumnNames.filter((name) => columns[name] !== undefined);
      if (names.length === 0) return;
      await Promise.all([
        patch.acls === undefined ? undefined : places.make(id),
        updateOf(names).defer(context, { ...columns, key: id }),
        patch.properties === undefined ? undefined : deleteBlobReferences.defer(context, { id }),
        addBlobReferences([{ id, properties: patch.properties ?? {} }]),
        changes.countListsOf([id]),
        isStructuralChange(patch) ? changes.countLists([everything]) : undefined,
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
      requireShort(row.repository, path);
      const isTargetTrashed = target?.isTrashed ?? row.isTrashed;
      // Its trash state will differ from its folder's.
      if ((isTrashed ?? row.isTrashed) !== isTargetTrashed && !isTargetTrashed) await places.make(id);
      await places.make(parentId);
      const [place, holder] = await Promise.all([places.find(id), places.find(parentId)]);
      const becomesTrash = isTrashed ?? (isTargetTrashed || undefined);
      const moved = place ? await movePlaces(place, path, { holder, isTrashed: becomesTrash }) : 0;
      await Promise.all([
        changes.countLists([everything, row.parentId, parentId]),
        becomesTrash === undefined ? undefined : countPlacesChanged(id, moved),
        database
          .updateTable('documents')
          .set({ parent_id: parentId, folder_id: parentId, name })
          .where('id', '=', id)
          .execute(),
        takeFolderOfVersions.defer(context, { id, folder: parentId }),
        places.takeFrom(id, place ? id : parentId),
      ]);
    },

    setTrashed: async (id, isTrashed, { alone = false } = {}) => {
      await places.make(id);
      const place = await places.find(id);
      if (place === undefined) return;
      if (alone) await places.makeInside(place, id);
      const where = alone ? sql`places.id = ${place.id}` : places.tree(place);
      const changed = await sql`update places set is_trashed = ${flag(isTrashed)}
        where is_trashed <> ${flag(isTrashed)} and ${where}`.execute(database);
      await Promise.all([
        changes.countListsOf([id]),
        countPlacesChanged(id, Number(changed.numAffectedRows ?? 0)),
      ]);
    },

    remove: async (ids) => {
      if (ids.length === 0) return;
      await Promise.all([
        changes.countLists([everything]),
        changes.countListsOf(ids),
        changes.forgetLists(ids),
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

    versionIds: async (seriesIds) => {
      if (seriesIds.length === 0) return [];
      const { rows } = await sql<{ id: string }>`select id from documents
        where ${engine.isOneOf(sql.ref('series_id'), seriesIds)} and is_version = 1`.execute(database);
      return rows.map(({ id }) => id);
    },

    proxiesOf: async (targetIds) => {
      if (targetIds.length === 0) return [];
      return select(sql`where ${engine.isOneOf(sql.ref('documents.proxy_target_id'), targetIds)}
        order by documents.seq`);
    },

    lastPosition: async (parentId) => {
      const row = await database
        .selectFrom('documents')
        .select((each) => each.fn.max('position').as('last'))
        .where('folder_id', '=', parentId)
        .executeTakeFirst();
      return row?.last ?? undefined;
    },

    referencedBlobs: (keys) => keysIn(context, 'blob_references', keys),

    blobsKeptFor: async (id) => {
      const rows = await database
        .selectFrom('documents')
        .innerJoin('blob_references', 'blob_references.document_seq', 'documents.seq')
        .select('blob_references.blob_key as key')
        .where('documents.id', '=', id)
        .execute();
      return rows.map(({ key }) => key);
    },
  };
}

/** Whether the change affects the list of everything. */
function isStructuralChange({ type, facets, isVersion, proxyTargetId }: DocumentPatch): boolean {
  return [type, facets, isVersion, proxyTargetId].some((one) => one !== undefined);
}

/** Except those that are shown. */
function withoutLongTexts(properties: Properties, shown: ShownProperties): Properties {
  const isWanted = ([name, value]: [string, unknown]): boolean =>
    typeof value !== 'string' || value.length <= LONG_TEXT || shown.has(name.slice(0, name.indexOf(':')));
  return Object.fromEntries(Object.entries(properties).filter(isWanted));
}

function withRights(row: StoredWithRights | undefined): DocumentWithRights | undefined {
  return row && { document: toDocument(row), acls: readAclChain(row.deciding_acls) };
}

function exists(what: string, isTransient = false): RepositoryError {
  return new RepositoryError('documentExists', `Document already exists: ${what}`, { isTransient });
}
