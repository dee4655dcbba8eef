/**
 * Converts documents to columns and back, including columns derived from properties.
 * Invariant: derived columns are written whenever their sources are.
 */
import type { Selectable } from 'kysely';
import { blobsIn, contentBytes } from '#server/core/kernel/blob-value.ts';
import type { DocumentPatch, DocumentRow, NewDocumentRow, Properties } from '#server/core/kernel/model.ts';
import { isString } from '#wire/json.ts';
import type { DocumentsTable, Flag, PlacesTable } from '../database.ts';
import type { GivenType } from '../engine.ts';
import { sortKey } from '../nxql/sort-key.ts';
import { plainColumns, type RowColumn } from './document-columns.ts';
import { readAcls, readProperties, readTexts, writeJson } from './json-columns.ts';
import type { PreparedTexts } from './prepared-texts.ts';

/** A row with the columns of its place. */
export type StoredDocument = Pick<Selectable<DocumentsTable>, RowColumn | 'properties'> &
  Pick<Selectable<PlacesTable>, 'path' | 'is_trashed' | 'read_acl_id'>;
export type NewColumns = Omit<Selectable<DocumentsTable>, 'seq' | 'place_id' | 'folder_id'>;

const HIDDEN = 'HiddenInNavigation';

/** The columns of an INSERT; the key is counted up by the database. `properties` is text, converted by the engine. */
export const newColumnNames: readonly (keyof NewColumns)[] = [...plainColumns, 'properties', 'content_bytes'];

/** The types of their values. */
export const newColumns: { readonly [Name in keyof NewColumns]: GivenType } = {
  id: 'text',
  repository: 'text',
  parent_id: 'text',
  name: 'text',
  type: 'text',
  state: 'text',
  position: 'integer',
  is_checked_out: 'integer',
  is_version: 'integer',
  is_latest_version: 'integer',
  is_latest_major_version: 'integer',
  is_proxy: 'integer',
  hidden: 'integer',
  series_id: 'text',
  version_label: 'text',
  version_description: 'text',
  version_created: 'text',
  base_version_id: 'text',
  proxy_target_id: 'text',
  lock_owner: 'text',
  lock_created: 'text',
  system_change: 'bigint',
  user_change: 'bigint',
  title: 'text',
  title_key: 'text',
  created: 'text',
  modified: 'text',
  creator: 'text',
  last_contributor: 'text',
  nature: 'text',
  facets: 'json',
  acls: 'json',
  properties: 'json',
  content_bytes: 'bigint',
};

export function toColumns(row: NewDocumentRow, texts: PreparedTexts): NewColumns {
  return {
    id: row.id,
    repository: row.repository,
    parent_id: row.parentId,
    name: row.name,
    type: row.type,
    state: row.state,
    position: row.position,
    is_checked_out: flag(row.isCheckedOut),
    is_version: flag(row.isVersion),
    is_latest_version: flag(row.isLatestVersion),
    is_latest_major_version: flag(row.isLatestMajorVersion),
    series_id: row.seriesId,
    version_label: row.versionLabel,
    version_description: row.versionDescription,
    version_created: row.versionCreated,
    base_version_id: row.baseVersionId,
    lock_owner: row.lockOwner,
    lock_created: row.lockCreated,
    system_change: row.systemChange,
    user_change: row.userChange,
    acls: writeJson(row.acls),
    ...targetColumns(row.proxyTargetId),
    ...facetColumns(row.facets),
    ...propertyColumns(row.properties, texts),
  };
}

/** Only the columns in the patch. */
export function toChangedColumns(patch: DocumentPatch, texts: PreparedTexts): Partial<NewColumns> {
  const columns: { -readonly [K in keyof NewColumns]?: NewColumns[K] } = {};
  if (patch.type !== undefined) columns.type = patch.type;
  if (patch.state !== undefined) columns.state = patch.state;
  if (patch.position !== undefined) columns.position = patch.position;
  if (patch.isCheckedOut !== undefined) columns.is_checked_out = flag(patch.isCheckedOut);
  if (patch.isVersion !== undefined) columns.is_version = flag(patch.isVersion);
  if (patch.isLatestVersion !== undefined) columns.is_latest_version = flag(patch.isLatestVersion);
  if (patch.isLatestMajorVersion !== undefined)
    columns.is_latest_major_version = flag(patch.isLatestMajorVersion);
  if (patch.seriesId !== undefined) columns.series_id = patch.seriesId;
  if (patch.versionLabel !== undefined) columns.version_label = patch.versionLabel;
  if (patch.versionDescription !== undefined) columns.version_description = patch.versionDescription;
  if (patch.versionCreated !== undefined) columns.version_created = patch.versionCreated;
  if (patch.baseVersionId !== undefined) columns.base_version_id = patch.baseVersionId;
  if (patch.lockOwner !== undefined) columns.lock_owner = patch.lockOwner;
  if (patch.lockCreated !== undefined) columns.lock_created = patch.lockCreated;
  if (patch.systemChange !== undefined) columns.system_change = patch.systemChange;
  if (patch.userChange !== undefined) columns.user_change = patch.userChange;
  if (patch.acls !== undefined) columns.acls = writeJson(patch.acls);
  if (patch.proxyTargetId !== undefined) Object.assign(columns, targetColumns(patch.proxyTargetId));
  if (patch.facets !== undefined) Object.assign(columns, facetColumns(patch.facets));
  if (patch.properties !== undefined) Object.assign(columns, propertyColumns(patch.properties, texts));
  return columns;
}

export function toDocument(row: StoredDocument): DocumentRow {
  return {
    id: row.id,
    repository: row.repository,
    parentId: row.parent_id,
    name: row.name,
    path: row.path,
    type: row.type,
    facets: readTexts(row.facets),
    state: row.state,
    properties: readProperties(row.properties),
    position: row.position,
    isTrashed: row.is_trashed === 1,
    isCheckedOut: row.is_checked_out === 1,
    isVersion: row.is_version === 1,
    isLatestVersion: row.is_latest_version === 1,
    isLatestMajorVersion: row.is_latest_major_version === 1,
    seriesId: row.series_id,
    versionLabel: row.version_label,
    versionDescription: row.version_description,
    versionCreated: row.version_created,
    baseVersionId: row.base_version_id,
    proxyTargetId: row.proxy_target_id,
    lockOwner: row.lock_owner,
    lockCreated: row.lock_created,
    systemChange: row.system_change,
    userChange: row.user_change,
    acls: readAcls(row.acls),
    readAclId: row.read_acl_id,
  };
}

/** Each key of blobs in the properties once. */
export function blobKeys(properties: Properties): readonly string[] {
  return [
    ...new Set(
      Object.values(properties)
        .flatMap(blobsIn)
        .map(({ data }) => data),
    ),
  ];
}

function targetColumns(target: string | null) {
  return { proxy_target_id: target, is_proxy: flag(target !== null) };
}

/** Columns for queries, computed from the rest of the row. */
export function derivedColumns({
  proxyTargetId,
  facets,
  properties,
}: Pick<DocumentRow, 'proxyTargetId' | 'facets' | 'properties'>) {
  return {
    is_proxy: flag(proxyTargetId !== null),
    hidden: flag(facets.includes(HIDDEN)),
    ...namedColumns(properties),
  };
}

function facetColumns(facets: readonly string[]) {
  return { facets: writeJson(facets), hidden: flag(facets.includes(HIDDEN)) };
}

function propertyColumns(properties: Properties, texts: PreparedTexts) {
  return {
    ...namedColumns(properties),
    properties: texts.write(properties),
    content_bytes: contentBytes(properties),
  };
}

/** Properties that are queried often. */
function namedColumns(properties: Properties) {
  const text = (name: string): string | null => {
    const value = properties[name];
    return isString(value) ? value : null;
  };
  const title = text('dc:title');
  return {
    title,
    title_key: sortKey(title ?? ''),
    created: text('dc:created'),
    modified: text('dc:modified'),
    creator: text('dc:creator'),
    last_contributor: text('dc:lastContributor'),
    nature: text('dc:nature'),
  };
}

export function flag(value: boolean): Flag {
  return value ? 1 : 0;
}
