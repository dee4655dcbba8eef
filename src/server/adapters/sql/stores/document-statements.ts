/**
 * The statements that nearly every call runs: compiled once.
 * Invariant: what is marked short reads single rows by a unique index, or the few above a document.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { idAtPath } from '../nxql/path-range.ts';
import { type Parameter, type Prepared, prepared } from '../prepared.ts';
import { aclsFrom, documentColumns, pathOf, trashOf } from './document-columns.ts';
import { type NewColumns, newColumnNames, type StoredDocument } from './document-rows.ts';

const short = { isShort: true };

const select = (
  engine: Engine,
  where: RawBuilder<unknown>,
) => sql<StoredDocument>`select ${documentColumns(engine)}
  from documents inner join places on places.id = documents.place_id where ${where}`;

/** A document, and the lists of rights that decide about it. */
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

/** Only the lock: in one statement with it the place would be read as it was before the wait. */
export const lockDocument = prepared<{ readonly id: string }>(
  ({ engine }, parameter) => sql`select 1 from documents where id = ${parameter('id')} ${engine.lock.wait}`,
);

/** `ids` is a list as the engine takes it; a page of documents at most is asked for by it. */
export const documentsByIds = prepared<{ readonly ids: unknown }, StoredDocument>(({ engine }, parameter) =>
  select(engine, engine.isOneOfTexts(sql.ref('documents.id'), parameter('ids'))),
);
export const fewDocumentsByIds = prepared<{ readonly ids: unknown }, StoredDocument>(
  ({ engine }, parameter) => select(engine, engine.isOneOfTexts(sql.ref('documents.id'), parameter('ids'))),
  short,
);

interface PathValues {
  readonly repository: string;
  readonly path: string;
  readonly above: string;
  readonly name: string;
}

/** Whoever has a place of its own has its path there; any other one is named in the place above. */
const isAtPath = (parameter: Parameter<PathValues>): RawBuilder<unknown> =>
  sql`documents.id = ${idAtPath({
    repository: parameter('repository'),
    path: parameter('path'),
    above: parameter('above'),
    name: parameter('name'),
  })}`;

export const documentByPath = prepared<PathValues, StoredDocument>(
  ({ engine }, parameter) => select(engine, isAtPath(parameter)),
  short,
);
export const documentByPathWithRights = prepared<PathValues, StoredWithRights>(
  ({ engine }, parameter) => selectWithRights(engine, isAtPath(parameter)),
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

/** CROSS JOIN: with statistics SQLite would begin at the other table, and read every document there is. */
export const ancestorsOf = prepared<{ readonly id: string }, StoredDocument>(
  ({ engine }, parameter) => sql<StoredDocument>`with recursive above (id, parent_id, level) as (
    select id, parent_id, 0 from documents where id = ${parameter('id')}
    union all
    select parent.id, parent.parent_id, above.level + 1
    from above cross join documents parent where parent.id = above.parent_id)
    select ${documentColumns(engine)} from above cross join documents cross join places
    where documents.id = above.id and places.id = documents.place_id and level > 0 order by level`,
  short,
);

export const aclsAbove = prepared<{ readonly id: string }, { readonly acls: string | null }>(
  ({ engine }, parameter) => aclsFrom(engine, sql`${parameter('id')}`, 1),
  short,
);

/** The document's own place, else its holder's. */
export const insertDocument = prepared<NewColumns & { readonly holder: string | null }>(
  ({ engine }, parameter) => {
    const values = newColumnNames.map((name) =>
      name === 'properties' ? engine.compactJson(parameter('properties')) : parameter(name),
    );
    return sql`insert into documents (place_id, ${sql.join(newColumnNames.map((name) => sql.ref(name)))})
      values (coalesce((select id from places where document_id = ${parameter('id')}),
        (select id from places where document_id = ${parameter('holder')}),
        (select place_id from documents where id = ${parameter('holder')})), ${sql.join(values)})`;
  },
);

type Update = Prepared<Partial<NewColumns> & { readonly key: string }, unknown>;
const updates = new Map<string, Update>();

/** One statement for each set of columns that calls change together. */
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

/** A place of its own for a document that nothing stored holds. */
export const insertLonePlace = prepared<{
  readonly id: string;
  readonly repository: string;
  readonly path: string | null;
  readonly readAclId: number;
  readonly isTrashed: number;
  readonly holder: string | null;
}>(
  ({ engine }, parameter) => sql`insert into places (document_id, repository, path, read_acl_id, is_trashed)
    select ${engine.textParameter(parameter('id'))}, ${engine.textParameter(parameter('repository'))},
      cast(${parameter('path')} as text), cast(${parameter('readAclId')} as integer),
      cast(${parameter('isTrashed')} as integer)
    where not exists (select 1 from documents where id = ${parameter('holder')})`,
);

/** A place of its own, that says what the document took from its holder before. */
export const insertPlace = prepared<{ readonly id: string }>(
  (_context, parameter) => sql`insert into places (repository, document_id, path, read_acl_id, is_trashed)
    select d.repository, d.id, ${pathOf('d', 'p')}, p.read_acl_id, ${trashOf('d', 'p')}
    from documents d inner join places p on p.id = d.place_id
    where d.id = ${parameter('id')} and p.document_id <> d.id
    on conflict (document_id) do nothing`,
);

/** A document, and its versions in a statement of their own, name the place of its holder, or of itself. */
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

/**
 * `ranges` is a JSON list of those that read-acl-ranges.ts makes: each place is written once. It is read before the
 * places are, since a value in JSON is found anew in each comparison.
 */
export const setReadAclsInRanges = prepared<{ readonly repository: string; readonly ranges: string }>(
  ({ engine }, parameter) => {
    const list = { expression: engine.jsonParameter(parameter('ranges')), isElement: false };
    const range = { expression: sql.ref('each.value'), isElement: true };
    return sql`with ranges (first, behind, read_acl_id) as materialized (
        select ${engine.jsonText(range, ['start'])}, ${engine.jsonText(range, ['end'])},
          cast(${engine.jsonNumber(range, ['readAclId'])} as integer)
        from ${engine.jsonElements(list, [], 'each')})
      update places set read_acl_id = ranges.read_acl_id from ranges
      where places.repository = ${parameter('repository')}
      and places.path >= ranges.first and places.path < ranges.behind
      and places.read_acl_id <> ranges.read_acl_id`;
  },
);

export const setReadAclOfPlace = prepared<{ readonly id: string; readonly readAclId: number }>(
  (_context, parameter) => sql`update places set read_acl_id = ${parameter('readAclId')}
    where document_id = ${parameter('id')} and read_acl_id <> ${parameter('readAclId')}`,
);

export const insertBlobReference = prepared<{ readonly key: string; readonly id: string }>(
  ({ engine }, parameter) => sql`insert into blob_references (blob_key, document_seq)
    select ${engine.textParameter(parameter('key'))}, seq from documents where id = ${parameter('id')}
    on conflict do nothing`,
);

export const deleteBlobReferences = prepared<{ readonly id: string }>(
  (_context, parameter) => sql`delete from blob_references
    where document_seq = (select seq from documents where id = ${parameter('id')})`,
);

export const putText = prepared<{
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly blobText: string;
}>(
  ({ engine }, parameter) => sql`insert into document_text (document_seq, title, body, blob_text)
    select seq, ${engine.textParameter(parameter('title'))}, ${engine.textParameter(parameter('body'))},
      ${engine.textParameter(parameter('blobText'))} from documents where id = ${parameter('id')}
    on conflict (document_seq) do update
    set title = excluded.title, body = excluded.body, blob_text = excluded.blob_text`,
);
