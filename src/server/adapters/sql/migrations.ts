/**
 * The steps of the schema. A database stores how many steps it has run.
 * Invariant: a released step never changes; later changes are steps of their own.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { createEverything } from './first-schema.ts';
import { digestOfFile, lengthOfFile } from './nxql/facts-of-file.ts';
import { chainOf } from './nxql/path-range.ts';
import { hasList, seldomLists } from './nxql/seldom-lists.ts';
import { coverageIndex, subjectIndex } from './nxql/subjects.ts';
import { startOfTitle } from './nxql/text-start.ts';
import {
  folderOf,
  hasAcls,
  hasContent,
  hasFacet,
  hasOtherContributors,
  hasOwnFacets,
  namesOthers,
} from './stores/document-columns.ts';
import { maker } from './table-maker.ts';

type Migration = (database: Database, engine: Engine) => Promise<void>;

const migrations: readonly Migration[] = [
  createEverything,
  compactProperties,
  indexTitles,
  statePlacesOnce,
  indexDigests,
  indexJobsByPerson,
  indexWhatIsSeldom,
  chainPlaces,
  stateFolders,
  listRemovedPlaces,
  countChangesOfLists,
  indexNarrowly,
  listContentChanges,
  orderJobs,
  indexVersions,
  clearFoldersOfOrphans,
  stateBesideWords,
  indexSeldomLists,
  indexTitleKeys,
  indexSubjects,
];

export const newestSchema = migrations.length;

export class NewerDatabaseError extends Error {
  constructor(found: number) {
    super(
      `The database was written by a newer Muniment (schema ${found}, this one knows ${migrations.length}); use that version or another database`,
    );
    this.name = 'NewerDatabaseError';
  }
}

export class UnfinishedCopyError extends Error {
  constructor() {
    super(
      'The database holds an unfinished copy; finish it with muniment copy --continue, or start it again',
    );
    this.name = 'UnfinishedCopyError';
  }
}

/** The number of steps that the database has run; negative while a copy into it is not finished. */
export async function schemaVersion(database: Database): Promise<number> {
  const row = await database.selectFrom('schema_version').select('version').executeTakeFirst();
  return row?.version ?? 0;
}

/** Marks a database that servers must refuse. Runs in the caller's transaction. */
export async function markUnfinished(database: Database, isUnfinished: boolean): Promise<void> {
  await database
    .updateTable('schema_version')
    .set({ version: isUnfinished ? -newestSchema : newestSchema })
    .execute();
}

/** Longer than any unit of work, since a step may change every row. */
export const migrationMilliseconds = 86_400_000;

/** Runs in the caller's transaction. @param until the schema of an earlier release, for tests */
export async function migrate(
  database: Database,
  engine: Engine,
  until: number = migrations.length,
): Promise<void> {
  await sql`create table if not exists schema_version (version integer not null)`.execute(database);
  const version = await schemaVersion(database);
  if (version < 0) throw new UnfinishedCopyError();
  if (version > migrations.length) throw new NewerDatabaseError(version);
  if (version === until) return;
  for (const migration of migrations.slice(version, until)) await migration(database, engine);
  await database.deleteFrom('schema_version').execute();
  await database.insertInto('schema_version').values({ version: until }).execute();
}

/** Properties were text on SQLite before. */
async function compactProperties(database: Database, engine: Engine): Promise<void> {
  if (engine.name !== 'sqlite') return;
  await sql`update documents set properties = jsonb(properties) /* reads all: once, in a migration */`.execute(
    database,
  );
}

/** Only the start of titles, as an index entry cannot be long. */
async function indexTitles(database: Database): Promise<void> {
  await sql`create index documents_by_title on documents (${startOfTitle('')}, id)`.execute(database);
}

/**
 * Before, every document had its own path, read rights and trash state; now they are in places that documents share. A
 * place is made for documents that have children, that differ from their parent, or that have no parent.
 */
async function statePlacesOnce(database: Database, engine: Engine): Promise<void> {
  const { key, integer, bigInteger, text } = engine.ddl;
  const { table, index } = maker(database, engine);
  const run = (statement: RawBuilder<unknown>) => statement.execute(database);
  const acls = engine.asText(sql.ref('documents.acls'));
  // Half of each page on PostgreSQL stays free, so that a change of all rights finds space beside the changed rows.
  const room = engine.name === 'postgres' ? sql` with (fillfactor = 50)` : sql``;
  await table(
    'places',
    {
      id: key,
      repository: sql`${text} not null`,
      document_id: sql`${text} not null unique`,
      path: text,
      read_acl_id: sql`${integer} not null`,
      is_trashed: sql`${integer} not null`,
    },
    room,
  );
  await run(sql`insert into places (repository, document_id, path, read_acl_id, is_trashed)
    select documents.repository, documents.id, documents.path, documents.read_acl_id, documents.is_trashed
    from documents left join documents holder
      on holder.id = case documents.is_version when 1 then documents.series_id else documents.parent_id end
    where holder.id is null
      or (documents.is_version = 0 and (documents.path is null or holder.path is null
        or documents.read_acl_id <> holder.read_acl_id or documents.is_trashed <> holder.is_trashed
        or ${acls} <> '[]' or documents.name like '%\\_.trashed' escape '\\'
        or exists (select 1 from documents child where child.parent_id = documents.id)))
    /* reads all: once, in a migration */`);
  await index('places_by_path', 'places', ['repository', 'path'], { unique: true });
  // In earlier releases only the paths were unique.
  await run(sql`update documents set name = name || '._' || cast(seq as text) where parent_id is not null
    and exists (select 1 from documents older where older.parent_id = documents.parent_id
      and older.name = documents.name and older.seq < documents.seq) /* reads all: once, in a migration */`);
  for (const name of [
    'path',
    'parent_title',
    'parent_modified',
    'parent_position',
    'parent_name',
    'modified',
    'type',
  ])
    await run(sql`drop index ${sql.ref(`documents_by_${name}`)}`);
  await run(sql`alter table documents add column content_bytes ${bigInteger} not null default 0`);
  await run(sql`update documents set content_bytes = ${contentBytesOf(engine)}, read_acl_id = coalesce(
    (select id from places where document_id = documents.id),
    (select id from places where document_id =
      case documents.is_version when 1 then documents.series_id else documents.parent_id end),
    (select id from places where document_id =
      (select live.parent_id from documents live where live.id = documents.series_id)))
    /* reads all: once, in a migration */`);
  await run(sql`alter table documents rename column read_acl_id to place_id`);
  for (const column of ['path', 'is_trashed'])
    await run(sql`alter table documents drop column ${sql.ref(column)}`);
  const included = ['repository', 'place_id', 'is_version', 'is_proxy', 'hidden', 'type', 'facets'];
  const covering = (name: string, keys: readonly string[]) =>
    index(`documents_by_${name}`, 'documents', keys, {
      included: included.filter((column) => !keys.includes(column)),
    });
  // On SQLite every index contains the key.
  await index('documents_by_place', 'documents', ['place_id'], {
    included: [
      ...included.filter((column) => column !== 'place_id'),
      ...(engine.name === 'sqlite' ? [] : ['seq']),
    ],
  });
  await covering('parent_title', ['parent_id', 'title_key', 'id']);
  await covering('parent_modified', ['parent_id', 'modified', 'id']);
  await covering('parent_position', ['parent_id', 'position', 'id']);
  await covering('modified', ['repository', 'modified', 'id']);
  await index('documents_by_type', 'documents', ['type', 'repository'], {
    included: ['place_id', 'is_version', 'is_proxy', 'hidden'],
  });
  await index('documents_by_parent_name', 'documents', ['parent_id', 'name'], { unique: true });
  const facets = engine.asText(sql.ref('facets'));
  const says = (facet: string) => sql`replace(${facets}, ${sql.lit(`"${facet}"`)}, '') <> ${facets}`;
  const listed = sql`${engine.asText(sql.ref('acls'))} <> '[]'`;
  await index('documents_with_acls', 'documents', ['place_id'], { where: listed });
  await index('documents_of_records', 'documents', ['place_id'], { where: says('Record') });
  await index('documents_with_content', 'documents', ['place_id'], {
    included: ['is_version', 'content_bytes'],
    where: hasContent(''),
  });
  await index('documents_with_counts', 'documents', ['place_id'], {
    where: says('DocumentsSizeStatistics'),
  });
  if (engine.name !== 'postgres') return;
  const { rows } =
    await sql`select 1 from documents limit 1 /* reads all: as far as the first row */`.execute(database);
  // Otherwise the database would plan with the old statistics until its next automatic run.
  if (rows.length > 0) await run(sql`analyze documents, places`);
}

/** Clients look for files by their digest before they upload them. */
async function indexDigests(database: Database, engine: Engine): Promise<void> {
  const digest = digestOfFile('', engine);
  await sql`create index documents_by_digest on documents (${digest}) where ${digest} is not null`.execute(
    database,
  );
}

/** Jobs are found by person, so that nobody's jobs wait for all of another person's. */
async function indexJobsByPerson(database: Database): Promise<void> {
  await sql`drop index jobs_by_state`.execute(database);
  await sql`create index jobs_by_person on jobs (state, kind, (coalesce(owner, '')), run_at, seq)`.execute(
    database,
  );
}

/** PostgreSQL did not use the indexes of the few documents that have ACLs, are records, or are counted containers. */
async function indexWhatIsSeldom(database: Database, engine: Engine): Promise<void> {
  if (engine.name !== 'postgres') return;
  const { index } = maker(database, engine);
  for (const [name, where] of [
    ['documents_with_acls', hasAcls(engine, '')],
    ['documents_of_records', hasFacet(engine, '', 'Record')],
    ['documents_with_counts', hasFacet(engine, '', 'DocumentsSizeStatistics')],
  ] as const) {
    await sql`drop index ${sql.ref(name)}`.execute(database);
    await index(name, 'documents', ['place_id'], { where });
  }
}

/**
 * Renaming a folder changes the paths of everything below it, and so does the trash. The documents below a place are now
 * found by chains of numbers, which do not change, and paths need no index.
 */
async function chainPlaces(database: Database, engine: Engine): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(database);
  await run(sql`alter table places add column chain ${engine.ddl.text}`);
  await run(sql`drop index places_by_path`);
  await run(statedChains);
  await run(sql`update places set chain = ${chainOf('places')} where chain is null
    /* reads all: once, in a migration */`);
  await run(sql`create unique index places_by_chain on places (chain)`);
  for (const statement of engine.ddl.chains) await run(statement);
  if (engine.name === 'postgres') await run(sql`analyze places`);
}

/** Queries find versions in the folder of their document. */
async function stateFolders(database: Database, engine: Engine): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(database);
  const { index } = maker(database, engine);
  await run(sql`alter table documents add column folder_id ${engine.ddl.text}`);
  await run(sql`update documents set folder_id = ${folderOf('documents')}
    /* reads all: once, in a migration */`);
  for (const sorted of ['title', 'modified', 'position']) {
    await run(sql`drop index ${sql.ref(`documents_by_parent_${sorted}`)}`);
    await index(
      `documents_by_folder_${sorted}`,
      'documents',
      ['folder_id', sorted === 'title' ? 'title_key' : sorted, 'id'],
      { included: ['repository', 'place_id', 'is_version', 'is_proxy', 'hidden', 'type', 'facets'] },
    );
  }
  for (const statement of engine.ddl.folders) await run(statement);
  if (engine.name === 'postgres') await run(sql`analyze documents`);
}

/** The places of removed large trees, as long as their rows exist; and an index for references from elsewhere. */
async function listRemovedPlaces(database: Database, engine: Engine): Promise<void> {
  const { table, index } = maker(database, engine);
  await table('removed_places', { place_id: sql`${engine.ddl.bigInteger} not null primary key` });
  await index('documents_naming_others', 'documents', ['place_id'], { where: namesOthers(engine, '') });
}

/** Lets servers that remember the rows of a folder's list check for changes (stores/list-changes.ts). */
async function countChangesOfLists(database: Database, engine: Engine): Promise<void> {
  const { bigInteger, integer, text, listChanges } = engine.ddl;
  const { table, index } = maker(database, engine);
  await table('list_changes', {
    list: sql`${text} not null`,
    stripe: sql`${integer} not null`,
    value: sql`${bigInteger} not null`,
  });
  await index('list_changes_by_list', 'list_changes', ['list', 'stripe'], { unique: true });
  for (const statement of listChanges) await statement.execute(database);
}

/** Columns for counting very many hits without reading their rows. On PostgreSQL the index of places has them. */
async function indexNarrowly(database: Database, engine: Engine): Promise<void> {
  if (engine.name === 'postgres') return;
  const columns = ['seq', 'repository', 'place_id', 'is_version', 'is_proxy', 'hidden', 'type', 'facets'];
  await maker(database, engine).index('documents_narrow', 'documents', columns);
}

/** Changes of containers' space by uploads, until they are added to the documents. */
async function listContentChanges(database: Database, engine: Engine): Promise<void> {
  const { table, index } = maker(database, engine);
  const { key, text, bigInteger } = engine.ddl;
  const size = sql`${bigInteger} not null`;
  await table('content_changes', {
    seq: key,
    document_id: sql`${text} not null`,
    total: size,
    trash: size,
    versions: size,
  });
  await index('content_changes_by_document', 'content_changes', ['document_id']);
}

/**
 * Series of jobs. Also repairs databases that reached schema 10 before versions had a trigger for their folder: the engine's
 * statements may run again, and correct versions that were moved without it.
 */
async function orderJobs(database: Database, engine: Engine): Promise<void> {
  const run = (statement: RawBuilder<unknown>) => statement.execute(database);
  // In the order in which calls of an earlier release write to tables, so that neither can deadlock with the other.
  for (const statement of engine.ddl.foldersOfVersions) await run(statement);
  if (engine.name === 'postgres')
    await run(sql`update documents set folder_id = ${folderOf('documents')}
      where is_version = 1 and folder_id is distinct from ${folderOf('documents')}
      /* reads all: once, in a migration */`);
  await run(sql`alter table jobs add column series ${engine.ddl.text}`);
  await run(sql`create index jobs_by_series on jobs (seq)
    where series is not null and state in ('scheduled', 'running')`);
}

/** By live document: the index contained all documents before, which are never looked up in it. */
async function indexVersions(database: Database, engine: Engine): Promise<void> {
  await sql`drop index documents_by_series`.execute(database);
  const where = sql`is_version = 1`;
  await maker(database, engine).index('documents_by_series', 'documents', ['series_id'], { where });
}

/** Versions whose document was removed by a server before schema 9 still named its folder. */
async function clearFoldersOfOrphans(database: Database, engine: Engine): Promise<void> {
  for (const statement of engine.ddl.foldersOfOrphans) await statement.execute(database);
  if (engine.name !== 'postgres') return;
  await sql`update documents set folder_id = null where is_version = 1 and folder_id is not null
    and exists (select 1 from places own where own.document_id = documents.id)
    /* reads all: once, in a migration */`.execute(database);
}

/** Columns for counting very many hits without reading their rows (postgres/document-copies.ts). */
async function stateBesideWords(database: Database, engine: Engine): Promise<void> {
  for (const statement of engine.ddl.documentCopies) await statement.execute(database);
}

/** Indexes of documents with tags, and of members of collections. */
async function indexSeldomLists(database: Database, engine: Engine): Promise<void> {
  const { index } = maker(database, engine);
  for (const [name, property] of seldomLists)
    await index(name, 'documents', ['place_id'], { where: hasList(engine, '', property) });
}

/** Indexes for sorting by title and by length, for texts in titles, for creators, added facets and contributors. */
async function indexTitleKeys(database: Database, engine: Engine): Promise<void> {
  const { index } = maker(database, engine);
  const included = ['place_id', 'is_version', 'is_proxy', 'hidden', 'type', 'facets'];
  await index('documents_by_title_key', 'documents', ['repository', 'title_key', 'id'], {
    // PostgreSQL's statistics tell whether a creator has many documents.
    included: [...included, engine.name === 'sqlite' ? 'creator' : 'seq'],
  });
  const length = lengthOfFile('', engine);
  const values = engine.ddl.sorted([length, sql.ref('id')]);
  await sql`create index documents_by_length on documents ${values} where ${length} is not null`.execute(
    database,
  );
  await index('documents_with_contributors', 'documents', ['place_id'], {
    where: hasOtherContributors(engine, ''),
  });
  await index('documents_with_facets', 'documents', ['facets'], { where: hasOwnFacets(engine, '') });
  if (engine.name !== 'sqlite') return;
  const { rows } = await sql`select 1 from sqlite_schema where name = ${'sqlite_stat1'}`.execute(database);
  // Without statistics, beside indexes that have them, SQLite would overestimate this index until the next clean stop.
  if (rows.length > 0) await sql`analyze documents_by_title_key`.execute(database);
}

/** An index for rare subjects and coverages. */
async function indexSubjects(database: Database, engine: Engine): Promise<void> {
  await subjectIndex(engine).execute(database);
  await coverageIndex(engine).execute(database);
}

/** Sets the chains of all places below the roots. */
export const statedChains = sql`update places set chain = stated.chain from (
    with recursive below (id, document_id, chain) as (
      select id, document_id, repository || '/' from places where path = '/'
      union all
      select inner_place.id, inner_place.document_id, below.chain || cast(inner_place.id as text) || '/'
      from below cross join documents cross join places inner_place
      where documents.parent_id = below.document_id and inner_place.document_id = documents.id)
    select id, chain from below) as stated
  where places.id = stated.id /* reads all: once, in a migration */`;

/** `contentBytes` of core/kernel/blob-value.ts, computed by the database. */
function contentBytesOf(engine: Engine): RawBuilder<number> {
  if (engine.name === 'postgres')
    return sql`coalesce((select sum(trunc((blob ->> 'length')::numeric))::bigint from jsonb_path_query(documents.properties,
      'strict $.** ? (@.type() == "object" && @.digest.type() == "string" && @.data.type() == "string"
        && @.length.type() == "number")') as found (blob)), 0)`;
  return sql`coalesce((select sum(json_extract(found.value, '$.length')) from json_tree(documents.properties) found
    where found.type = 'object' and json_type(found.value, '$.digest') = 'text'
    and json_type(found.value, '$.data') = 'text'
    and json_type(found.value, '$.length') = 'integer'), 0)`;
}
