/**
 * Statements that nearly every call runs, compiled once.
 * Invariant: statements marked short read single rows by a unique index, or the ancestors of a document.
 */
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { Flag } from '../database.ts';
import type { DocumentText, Engine } from '../engine.ts';
import { idAtPath } from '../nxql/path-range.ts';
import { type Parameter, type Prepared, prepared } from '../prepared.ts';
import { preparedInsert } from '../prepared-insert.ts';
import {
  aclsFrom,
  documentColumns,
  documentColumnsUnlessLong,
  hasAcls,
  mostLevels,
  pathOf,
  trashOf,
} from './document-columns.ts';
import { type NewColumns, newColumnNames, newColumns, type StoredDocument } from './document-rows.ts';

const short = { isShort: true };

const select = (
  engine: Engine,
  where: RawBuilder<unknown>,
) => sql<StoredDocument>`select ${documentColumns(engine)}
  from documents inner join places on places.id = documents.place_id where ${where}`;

/** A document with the ACLs that decide about it. */
export type StoredWithRights = StoredDocument & { readonly deciding_acls: string | null };

const selectWithRights = (engine: Engine, where: RawBuilder<unknown>) => {
  const home = sql`case when documents.is_version = 1 then documents.series_id else documents.id end`;
  return sql<StoredWithRights>`select ${documentColumns(engine)}, (${aclsFrom(engine, home, 0)}) as deciding_acls
    from documents inner join places on places.id = documents.place_id where ${where}`;
};

export const documentById = prepared<{ readonly id: string }, StoredDocument>(
  ({ engine }, parameter) => select(engine, sql`documents.id = ${parameter('id')}`),
  short,
);

export const documentByIdWithRights = prepared<{ readonly id: string }, StoredWithRights>(
  ({ engine }, parameter) => selectWithRights(engine, sql`documents.id = ${parameter('id')}`),
  short,
);

/** For changes: also tells whether the document has a place of its own. */
export const documentForUpdate = prepared<
  { readonly id: string },
  StoredDocument & { readonly has_place: Flag }
>(
  ({ engine }, parameter) => sql`select ${documentColumns(engine)},
      case when places.document_id = documents.id then 1 else 0 end as has_place
    from documents inner join places on places.id = documents.place_id
    where documents.id = ${parameter('id')}`,
  short,
);

export interface StoredHome extends StoredDocument {
  readonly has_place: Flag;
  readonly acls_above: string | null;
  /** Separated by spaces. */
  readonly chain: string;
  readonly has_name: Flag;
}

/** Everything needed about a folder that documents are added to. */
export const homeOf = prepared<{ readonly id: string; readonly name: string | null }, StoredHome>(
  ({ engine }, parameter) => sql`with recursive above (id, acls, parent_id, level) as (
      select id, acls, parent_id, 0 from documents where id = ${parameter('id')}
      union all
      select parent.id, parent.acls, parent.parent_id, above.level + 1
      from above cross join documents parent
      where parent.id = above.parent_id and above.level < ${mostLevels})
    select ${documentColumns(engine)},
      case when places.document_id = documents.id then 1 else 0 end as has_place,
      (select string_agg(${engine.asText(sql.ref('above.acls'))}, ',' order by level) from above
        where level > 0 and ${hasAcls(engine, 'above.')}) as acls_above,
      (select string_agg(id, ' ' order by level) from above) as chain,
      case when exists (select 1 from documents named
        where named.parent_id = ${parameter('id')} and named.name = ${parameter('name')}) then 1 else 0 end as has_name
    from documents inner join places on places.id = documents.place_id
    where documents.id = ${parameter('id')}`,
  short,
);

/** Only locks: a statement that also reads the place would return it as it was before the wait. */
export const lockDocument = prepared<{ readonly id: string }>(
  ({ engine }, parameter) => sql`select 1 from documents where id = ${parameter('id')} ${engine.lock.wait}`,
);

/** Null for long properties, which are read one by one. */
export type DocumentUnlessLong = Omit<StoredDocument, 'properties'> & { readonly properties: string | null };

const selectByIds = ({ engine }: StoreContext, parameter: Parameter<{ readonly ids: unknown }>) =>
  sql<DocumentUnlessLong>`select ${documentColumnsUnlessLong(engine)}
    from documents inner join places on places.id = documents.place_id
    where ${engine.isOneOfTexts(sql.ref('documents.id'), parameter('ids'))}`;

/** `ids` is a list in the engine's form, of a page of documents at most. */
export const documentsByIds = prepared<{ readonly ids: unknown }, DocumentUnlessLong>(selectByIds);
export const fewDocumentsByIds = prepared<{ readonly ids: unknown }, DocumentUnlessLong>(selectByIds, short);

/** Not marked short, because the properties may be megabytes. */
export const longProperties = prepared<{ readonly id: string }, { readonly properties: string }>(
  ({ engine }, parameter) => sql`select ${engine.compactJsonText(sql.ref('properties'))} as properties
    from documents where id = ${parameter('id')}`,
);

interface PathValues {
  readonly repository: string;
  readonly names: string;
  readonly depth: number;
}

const isAtPath = (engine: Engine, parameter: Parameter<PathValues>): RawBuilder<unknown> =>
  sql`documents.id = ${idAtPath({
    repository: engine.textParameter(parameter('repository')),
    names: engine.jsonParameter(parameter('names')),
    depth: parameter('depth'),
  })}`;

export const documentByPath = prepared<PathValues, StoredDocument>(
  ({ engine }, parameter) => select(engine, isAtPath(engine, parameter)),
  short,
);
export const documentByPathWithRights = prepared<PathValues, StoredWithRights>(
  ({ engine }, parameter) => selectWithRights(engine, isAtPath(engine, parameter)),
  short,
);

export const childByName = prepared<{ readonly parentId: string; readonly name: string }, StoredDocument>(
  ({ engine }, parameter) =>
    select(
      engine,
      sql`documents.parent_id = ${parameter('parentId')} and documents.name = ${parameter('name')}`,
    ),
  short,
);

interface NamesBelow {
  readonly parentId: string;
  /** A list in the engine's form. */
  readonly names: unknown;
}

/**
 * Looks up each name separately; null for a free one. With `name = any (…)` PostgreSQL reads the whole folder as long as its
 * statistics say that it is small: for a thousand new documents after fifty thousand, 300 ms.
 */
const selectTakenNames = ({ engine }: StoreContext, parameter: Parameter<NamesBelow>) =>
  sql<{ readonly name: string | null }>`select (select documents.name from documents
      where documents.parent_id = ${parameter('parentId')} and documents.name = one.value) as name
    from ${engine.eachText(parameter('names'), 'one')}`;
/** For one name: on PostgreSQL a statement with a list is planned anew each time. */
export const takenName = prepared<
  { readonly parentId: string; readonly name: string },
  { readonly name: string }
>(
  (_context, parameter) => sql`select name from documents
    where parent_id = ${parameter('parentId')} and name = ${parameter('name')}`,
  short,
);
export const takenNames = prepared<NamesBelow, { readonly name: string | null }>(selectTakenNames);
export const fewTakenNames = prepared<NamesBelow, { readonly name: string | null }>(selectTakenNames, short);

/** CROSS JOIN: with statistics SQLite would start at the other table, and read all documents. */
export const ancestorsOf = prepared<{ readonly id: string }, StoredDocument>(
  ({ engine }, parameter) => sql<StoredDocument>`with recursive above (id, parent_id, level) as (
    select id, parent_id, 0 from documents where id = ${parameter('id')}
    union all
    select parent.id, parent.parent_id, above.level + 1
    from above cross join documents parent
    where parent.id = above.parent_id and above.level < ${mostLevels})
    select ${documentColumns(engine)} from above cross join documents cross join places
    where documents.id = above.id and places.id = documents.place_id and level > 0 order by level`,
  short,
);

export const aclsAbove = prepared<{ readonly id: string }, { readonly acls: string | null }>(
  ({ engine }, parameter) => aclsFrom(engine, sql`${parameter('id')}`, 1),
  short,
);

/**
 * Each uses its own place, else its parent's; the column refuses the null of a removed parent. A version also gets its
 * document's folder.
 */
export const insertDocuments = preparedInsert<NewColumns & { readonly holder: string | null }>({
  into: sql`insert into documents`,
  values: { ...newColumns, holder: 'text' },
  columns: ({ engine }, given) => ({
    place_id: sql`coalesce((select id from places where document_id = ${given('id')}),
      (select id from places where document_id = ${given('holder')}),
      (select home.id from documents held cross join places home
        where held.id = ${given('holder')} and home.id = held.place_id))`,
    folder_id: sql`coalesce(${given('parent_id')}, (select parent_id from documents where id = ${given('holder')}))`,
    ...Object.fromEntries(
      newColumnNames.map((name) => [
        name,
        name === 'properties' ? engine.compactJson(given('properties')) : given(name),
      ]),
    ),
  }),
});

type Update = Prepared<Partial<NewColumns> & { readonly key: string }, unknown>;
const updates = new Map<string, Update>();

/** One statement for each set of columns that are changed together. */
export function updateOf(names: readonly (keyof NewColumns)[]): Update {
  const known = updates.get(names.join());
  if (known !== undefined) return known;
  const update: Update = prepared(({ engine }, parameter) => {
    const changes = names.map((name) => {
      const value = name === 'properties' ? engine.compactJson(parameter(name)) : parameter(name);
      return sql`${sql.ref(name)} = ${value}`;
    });
    return sql`update documents set ${sql.join(changes)} where id = ${parameter('key')}`;
  });
  updates.set(names.join(), update);
  return update;
}

/** Places for documents without a parent. */
export const insertLonePlaces = preparedInsert<{
  readonly id: string;
  readonly repository: string;
  readonly path: string | null;
  readonly readAclId: number;
  readonly isTrashed: number;
}>({
  into: sql`insert into places`,
  values: { id: 'text', repository: 'text', path: 'text', readAclId: 'integer', isTrashed: 'integer' },
  columns: (_context, given) => ({
    document_id: given('id'),
    repository: given('repository'),
    path: given('path'),
    read_acl_id: given('readAclId'),
    is_trashed: given('isTrashed'),
  }),
});

/** A place of its own, with the values that the document inherited so far. */
export const insertPlace = prepared<{ readonly id: string }>(
  (_context, parameter) => sql`insert into places (repository, document_id, path, read_acl_id, is_trashed)
    select d.repository, d.id, ${pathOf('d', 'p')}, p.read_acl_id, ${trashOf('d', 'p')}
    from documents d inner join places p on p.id = d.place_id
    where d.id = ${parameter('id')} and p.document_id <> d.id
    on conflict (document_id) do nothing`,
);

/** Makes a document use the place of its parent, or its own; its versions have a statement of their own. */
export const takePlace = prepared<{ readonly id: string; readonly holder: string }>(
  (_context, parameter) => sql`update documents
    set place_id = (select id from places where document_id = ${parameter('holder')})
    where id = ${parameter('id')}
    and place_id <> (select id from places where document_id = ${parameter('holder')})`,
);
export const takePlaceOfVersions = prepared<{ readonly id: string; readonly holder: string }>(
  (_context, parameter) => sql`update documents
    set place_id = (select id from places where document_id = ${parameter('holder')})
    where series_id = ${parameter('id')} and is_version = 1
    and place_id <> (select id from places where document_id = ${parameter('holder')})`,
);

export const takeFolderOfVersions = prepared<{ readonly id: string; readonly folder: string }>(
  (_context, parameter) => sql`update documents set folder_id = ${parameter('folder')}
    where series_id = ${parameter('id')} and is_version = 1`,
);

/**
 * `ranges` is a JSON list made by read-acl-ranges.ts: no place is in two of them. It is expanded before places are read, since
 * a value in JSON would be searched again in each comparison.
 */
export const setReadAclsInRanges = prepared<{ readonly ranges: string }>(({ engine }, parameter) => {
  const list = { expression: engine.jsonParameter(parameter('ranges')), isElement: false };
  const range = { expression: sql.ref('each.value'), isElement: true };
  return sql`with ranges (first, behind, read_acl_id) as materialized (
        select ${engine.jsonText(range, ['start'])}, ${engine.jsonText(range, ['end'])},
          cast(${engine.jsonNumber(range, ['readAclId'])} as integer)
        from ${engine.jsonElements(list, [], 'each')})
      update places set read_acl_id = ranges.read_acl_id from ranges
      where places.chain >= ranges.first and places.chain < ranges.behind
      and places.read_acl_id <> ranges.read_acl_id`;
});

/** Replaces one read ACL by another in a tree. One value for all rows is written in half the time of a join. */
export const setReadAclInTree = prepared<{
  readonly start: string;
  readonly end: string;
  readonly before: number;
  readonly after: number;
}>(
  (_context, parameter) => sql`update places set read_acl_id = ${parameter('after')}
    where chain >= ${parameter('start')} and chain < ${parameter('end')}
    and read_acl_id = ${parameter('before')}`,
);

export const setReadAclOfPlace = prepared<{ readonly id: string; readonly readAclId: number }>(
  (_context, parameter) => sql`update places set read_acl_id = ${parameter('readAclId')}
    where document_id = ${parameter('id')} and read_acl_id <> ${parameter('readAclId')}`,
);

export const insertBlobReferences = preparedInsert<{ readonly key: string; readonly id: string }>({
  into: sql`insert into blob_references`,
  values: { key: 'text', id: 'text' },
  columns: (_context, given) => ({ blob_key: given('key'), document_seq: seqOf(given('id')) }),
  onConflict: sql`on conflict do nothing`,
});

export const deleteBlobReferences = prepared<{ readonly id: string }>(
  (_context, parameter) => sql`delete from blob_references
    where document_seq = (select seq from documents where id = ${parameter('id')})`,
);

export const putTexts = preparedInsert<DocumentText & { readonly id: string }>({
  into: sql`insert into document_text`,
  values: { id: 'text', title: 'text', body: 'text', blobText: 'text' },
  columns: (_context, given) => ({
    document_seq: seqOf(given('id')),
    title: given('title'),
    body: given('body'),
    blob_text: given('blobText'),
  }),
  onConflict: sql`on conflict (document_seq) do update
    set title = excluded.title, body = excluded.body, blob_text = excluded.blob_text`,
});

/** -1 without a document, which the foreign key refuses: for null SQLite would choose a number. */
function seqOf(id: RawBuilder<string>): RawBuilder<number> {
  return sql`coalesce((select seq from documents where id = ${id}), -1)`;
}
