/**
 * A library of any size, made by a few statements: ten folders in each folder, ACLs spread over them, versions, words, and
 * memberships.
 * Invariant: one folder contains a tenth of the documents; the others are spread evenly over all folders.
 */
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import { statedChains } from '../migrations.ts';

export interface LibrarySize {
  readonly documents: number;
  readonly folders: number;
  /** How many folders have ACLs of their own. */
  readonly lists: number;
}

type Sql = RawBuilder<unknown>;

/** The prefix, and the number with leading zeros. */
const numbered = (prefix: string, number: Sql): Sql =>
  sql`${sql.lit(prefix)} || substr(cast(1000000000000 + ${number} as text), 2)`;
const folderId = (number: Sql): Sql => numbered('f0000000-0000-4000-8000-', number);
const two = (number: Sql): Sql => sql`substr(cast(100 + ${number} as text), 2)`;

export async function plantLargeLibrary(
  { database, engine }: StoreContext,
  { documents, folders, lists }: LibrarySize,
): Promise<void> {
  const json = (text: Sql): Sql => (engine.name === 'postgres' ? sql`cast(${text} as jsonb)` : text);
  const compact = (text: Sql): Sql => (engine.name === 'postgres' ? json(text) : sql`jsonb(${text})`);
  const run = (statement: Sql) => statement.execute(database);
  const upTo = (last: number) => sql`numbers (n) as (
    select 1 union all select n + 1 from numbers where n < ${sql.lit(last)})`;
  const every = Math.max(Math.floor(folders / lists), 1);
  const number = sql.ref('n');
  const report = sql`cast(n % 100003 * 7919 % 100003 as text)`;
  const title = sql`'Report ' || ${report}`;
  // As in nxql/sort-key.ts: a number is preceded by a character for its length.
  const titleKey = sql`'report 0' || substr('"#$%&''', length(${report}), 1) || ${report}`;
  const modified = sql`'20' || ${two(sql`n % 26`)} || '-' || ${two(sql`n % 12 + 1`)} || '-' || ${two(
    sql`n % 28 + 1`,
  )} || 'T' || ${two(sql`n % 24`)} || ':00:00.000Z'`;

  await run(sql`insert into read_acls (digest, entries)
    with recursive ${upTo(lists + 1)} select 'planted ' || cast(n as text), ${json(
      sql`'[{"username":"members","permission":"Browse","granted":true,"creator":null,"begin":null,"end":null},
        {"username":"person' || cast(n as text)
        || '","permission":"Browse","granted":true,"creator":null,"begin":null,"end":null}]'`,
    )} from numbers`);
  const firstAcl = sql`(select id from read_acls where digest = 'planted 1')`;

  const content = (bytes: number, series: Sql): Sql =>
    sql`',"file:content":{"name":"report.pdf","mime-type":"application/pdf","encoding":null,"digestAlgorithm":"MD5",
      "digest":"digest of ' || ${series} || '","length":${sql.lit(bytes)},"data":"bytes of ' || ${series} || '"}'`;
  /** Columns with the same values for folders and documents. */
  const columns = sql`(id, repository, parent_id, folder_id, name, place_id, type, state, is_checked_out, is_version,
    is_latest_version, is_latest_major_version, is_proxy, hidden, series_id, system_change, user_change,
    title, title_key, created, modified, creator, last_contributor, facets, acls, properties, content_bytes)`;
  const same = (kind: { type: string; isVersion: boolean; series: Sql; acls: Sql; bytes: number }): Sql =>
    sql`${sql.lit(kind.type)}, 'project', 1, ${sql.lit(kind.isVersion ? 1 : 0)}, 0, 0, 0, 0, ${kind.series}, 0, 0,
      ${title}, ${titleKey}, ${modified}, ${modified}, 'person' || cast(n % 97 as text), 'person1',
      ${json(sql`'[]'`)}, ${json(kind.acls)}, ${compact(
        sql`'{"dc:title":"' || ${title} || '","dc:source":"source ' || cast(n % 1000 as text) || '"'
          || ${kind.bytes > 0 ? content(kind.bytes, kind.series) : sql`''`} || '}'`,
      )}, ${sql.lit(kind.bytes)}`;
  const placeOf = (id: Sql): Sql => sql`(select places.id from places where places.document_id = ${id})`;

  const child = sql`((n - 1) * 10 + 2 + k)`;
  await run(sql`insert into places (document_id, repository, path, read_acl_id, is_trashed)
    with recursive digits (k) as (select 0 union all select k + 1 from digits where k < 9),
    tree (n, path, acl) as (
      select 1, '/planted', ${firstAcl}
      union all
      select ${child}, path || '/folder-' || cast(${child} as text),
        case when ${child} % ${sql.lit(every)} = 0 then ${firstAcl} + ${child} / ${sql.lit(every)} else acl end
      from tree cross join digits where ${child} <= ${sql.lit(folders)})
    select ${folderId(number)}, 'default', path, acl, 0 from tree`);
  const holder = sql`case when n > 1 then ${folderId(sql`((n + 8) / 10)`)}
    else (select document_id from places where path = '/' and repository = 'default') end`;
  await run(sql`insert into documents ${columns}
    with recursive ${upTo(folders)}
    select ${folderId(number)}, 'default', ${holder}, ${holder},
      case when n > 1 then 'folder-' || cast(n as text) else 'planted' end, ${placeOf(folderId(number))},
      ${same({
        type: 'Folder',
        isVersion: false,
        series: folderId(number),
        bytes: 0,
        acls: sql`case when n % ${sql.lit(every)} = 0
          then '[{"name":"local","aces":[{"username":"person' || cast(n / ${sql.lit(every)} + 1 as text)
          || '","permission":"Read","granted":true,"creator":null,"begin":null,"end":null}]}]' else '[]' end`,
      })} from numbers`);

  await run(statedChains);

  const tenth = sql.lit(Math.floor(documents / 10));
  const folderOf = sql`(case when n <= ${tenth} then 2 else n % ${sql.lit(folders)} + 1 end)`;
  const documentId = numbered('d0000000-0000-4000-8000-', number);
  const file = { type: 'File', isVersion: false, acls: sql`'[]'`, bytes: 1000 };
  await run(sql`insert into documents ${columns}
    with recursive ${upTo(documents)}
    select ${documentId}, 'default', ${folderId(folderOf)}, ${folderId(folderOf)}, 'file-' || cast(n as text),
      ${placeOf(folderId(folderOf))},
      ${same({ ...file, series: documentId })}
    from numbers`);
  await run(sql`insert into documents ${columns}
    with recursive ${upTo(Math.floor(documents / 20))}
    select ${numbered('e0000000-0000-4000-8000-', number)}, 'default', null, ${folderId(folderOf)}, 'file-' || cast(n as text),
      ${placeOf(folderId(folderOf))}, ${same({ ...file, isVersion: true, series: documentId })}
    from numbers`);
  const bytesOf = (
    versions: Sql,
  ) => sql<number>`(select coalesce(sum(content_bytes), 0) from documents counted
    where counted.repository = 'default' and ${versions})`;
  await run(
    sql`update documents set properties = ${engine.addToNumbers(sql.ref('properties'), {
      'dss:totalSize': bytesOf(sql`1 = 1`),
      'dss:sizeVersions': bytesOf(sql`counted.is_version = 1`),
    })} where id = (select document_id from places where path = '/' and repository = 'default')
      /* reads all: once, when the library is planted */`,
  );
  await run(sql`insert into memberships (group_name, kind, member, place)
    with recursive ${upTo(Math.floor(documents / 10))}
    select 'planted ' || cast(n % 100 as text), case when n % 50 = 0 then 'group' else 'user' end,
      case when n % 50 = 0 then 'planted ' || cast(n % 100 + n as text) else 'person' || cast(n as text) end, n
    from numbers`);
  await run(sql`insert into blob_references (blob_key, document_seq)
    select 'bytes of ' || series_id, seq from documents where repository = 'default' and type = 'File'`);
  await run(sql`insert into document_text (document_seq, title, body, blob_text)
    select seq, lower(title), '', '' from documents where repository = 'default' and type = 'File'`);
}
