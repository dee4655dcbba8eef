/**
 * The columns of a document's row, for reading it as a whole.
 * Invariant: properties are read as text, in whatever form the engine stores them.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { NamingProperty, RareFacet } from '#server/core/kernel/document-store.ts';
import type { Engine } from '../engine.ts';

/** No path is as long (indexable.ts): only in damaged data, with documents inside each other, are there more levels. */
export const mostLevels = sql.lit(1_000);

/** The stored columns of a row. Path, trash and rights are in the place. */
const rowColumns = [
  'id',
  'repository',
  'parent_id',
  'name',
  'type',
  'state',
  'position',
  'is_checked_out',
  'is_version',
  'is_latest_version',
  'is_latest_major_version',
  'series_id',
  'version_label',
  'version_description',
  'version_created',
  'base_version_id',
  'proxy_target_id',
  'lock_owner',
  'lock_created',
  'system_change',
  'user_change',
  'facets',
  'acls',
] as const;

/** Computed from the others when a row is stored, for queries; never read back. */
export const derivedColumnNames = [
  'is_proxy',
  'hidden',
  'title',
  'title_key',
  'created',
  'modified',
  'creator',
  'last_contributor',
  'nature',
] as const;

/** All columns that are stored as given. */
export const plainColumns = [...rowColumns, ...derivedColumnNames] as const;
export type RowColumn = (typeof rowColumns)[number];

/** Needs the document's place as `places`. */
export function documentColumns(engine: Engine): RawBuilder<unknown> {
  return sql.join([...columnsBesideProperties(), sql`${propertiesText(engine)} as properties`]);
}

/** Null instead of long properties: a page of documents may have many. */
export function documentColumnsUnlessLong(engine: Engine): RawBuilder<unknown> {
  const isLong = engine.isLongJson(sql.ref('documents.properties'));
  const properties = sql`case when ${isLong} then null else ${propertiesText(engine)} end`;
  return sql.join([...columnsBesideProperties(), sql`${properties} as properties`]);
}

function propertiesText(engine: Engine): RawBuilder<string> {
  return engine.compactJsonText(sql.ref('documents.properties'));
}

function columnsBesideProperties(): readonly RawBuilder<unknown>[] {
  return [
    ...rowColumns.map((name) => sql`${sql.ref(`documents.${name}`)}`),
    sql`${pathOf('documents', 'places')} as path`,
    sql`${trashOf('documents', 'places')} as is_trashed`,
    sql`places.read_acl_id`,
  ];
}

/** Null for versions. */
export function pathOf(document: string, place: string): RawBuilder<string | null> {
  const [d, p] = [sql.table(document), sql.table(place)];
  return sql`case when ${d}.is_version = 1 then null when ${p}.document_id = ${d}.id then ${p}.path
    when ${p}.path = '/' then '/' || ${d}.name else ${p}.path || '/' || ${d}.name end`;
}

/** The right value of `folder_id`. */
export function folderOf(document: string): RawBuilder<string | null> {
  const d = sql.table(document);
  return sql`case when ${d}.is_version = 1
    then (select live.parent_id from documents live where live.id = ${d}.series_id) else ${d}.parent_id end`;
}

/** Versions are never in the trash. */
export function trashOf(document: string, place: string): RawBuilder<number> {
  return sql`case when ${sql.table(document)}.is_version = 1 then 0 else ${sql.table(place)}.is_trashed end`;
}

/**
 * The ACLs of a live document and all its ancestors, nearest first, as texts separated by commas; null when there are none.
 * @param home the document's id
 * @param first 0 includes the document's own ACLs; 1 leaves them out
 */
export function aclsFrom(
  engine: Engine,
  home: RawBuilder<unknown>,
  first: 0 | 1,
): RawBuilder<{ readonly acls: string | null }> {
  return sql`with recursive above (acls, parent_id, level) as (
    select home.acls, home.parent_id, 0 from documents home where home.id = ${home}
    union all
    select parent.acls, parent.parent_id, above.level + 1
    from above cross join documents parent where parent.id = above.parent_id and above.level < ${mostLevels})
    select string_agg(${engine.asText(sql.ref('above.acls'))}, ',' order by level) as acls from above
    where level >= ${sql.lit(first)} and ${hasAcls(engine, 'above.')}`;
}

/** The same as a condition: PostgreSQL cannot estimate a CASE over two tables. */
export function isTrashed(document: string, place: string, value: 0 | 1): RawBuilder<SqlBool> {
  const [version, trashed] = [sql.ref(`${document}.is_version`), sql.ref(`${place}.is_trashed`)];
  return value === 1 ? sql`(${version} = 0 and ${trashed} = 1)` : sql`(${version} = 1 or ${trashed} = 0)`;
}

/** @param alias of the documents, with its dot. Indexed, as are the next two conditions. */
export function hasAcls(engine: Engine, alias: string): RawBuilder<SqlBool> {
  return engine.isSeldom(sql`${engine.asText(sql.raw(`${alias}acls`))} <> '[]'`);
}

export function hasFacet(engine: Engine, alias: string, facet: RareFacet): RawBuilder<SqlBool> {
  const facets = engine.asText(sql.raw(`${alias}facets`));
  return engine.isSeldom(sql`replace(${facets}, ${sql.lit(`"${facet}"`)}, '') <> ${facets}`);
}

/** Facets added to the document. These documents have an index. */
export function hasOwnFacets(engine: Engine, alias: string): RawBuilder<SqlBool> {
  return engine.isSeldom(sql`${engine.asText(sql.raw(`${alias}facets`))} <> '[]'`);
}

/** Contributors other than the creator, or the creator in another spelling. These documents have an index. */
export function hasOtherContributors(engine: Engine, alias: string): RawBuilder<SqlBool> {
  const creator = sql`coalesce(${sql.raw(`${alias}creator`)}, '')`;
  return engine.isSeldom(sql`${contributorsOf(engine, alias)} <> '["' || ${creator} || '"]'`);
}

/** The list of contributors as text. */
export function contributorsOf(engine: Engine, alias: string): RawBuilder<string | null> {
  const properties = { expression: sql.ref(`${alias}properties`), isElement: false, isIndexed: true };
  return engine.jsonText(properties, ['dc:contributors']);
}

/** False for proxies, which have no files of their own. */
export function hasContent(alias: string): RawBuilder<SqlBool> {
  return sql`${sql.raw(`${alias}content_bytes`)} > 0 and ${sql.raw(`${alias}is_proxy`)} = 0`;
}

const naming: readonly NamingProperty[] = ['collection:documentIds', 'docri:participatingDocuments'];

/** Has a list property with ids of other documents. These documents have an index. */
export function namesOthers(engine: Engine, alias: string): RawBuilder<SqlBool> {
  const properties = { expression: sql.ref(`${alias}properties`), isElement: false, isIndexed: true };
  const lists = naming.map((name) => engine.jsonText(properties, [name]));
  return engine.isSeldom(sql`coalesce(${sql.join(lists)}) is not null`);
}

/** Not part of a removed large tree whose rows still exist (removed-trees.ts). Not needed in joins with places. */
export function isPresent(document: string): RawBuilder<SqlBool> {
  return sql`(not exists (select 1 from removed_places)
    or ${sql.ref(`${document}.place_id`)} not in (select place_id from removed_places))`;
}
