/**
 * PostgreSQL's implementation of the engine differences.
 * Invariant: text from JSON compares by code point like text in columns, and no cast can fail on stored values.
 */
import { PostgresAdapter, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type {
  DocumentText,
  Engine,
  FoldedExpression,
  FoldedTerm,
  GivenType,
  IndexedText,
  JsonPath,
  JsonSource,
} from '../engine.ts';
import { chainOf } from '../nxql/path-range.ts';
import { prepared } from '../prepared.ts';
import { folderOf } from '../stores/document-columns.ts';
import {
  createDocumentCopies,
  documentCopies,
  documentsBeside,
  insertWordsWithCopies,
} from './document-copies.ts';

/** Limits of the engine: positions in a text, positions of a word, and the bytes of all words of one document. */
const LAST_POSITION = 16_383;
const POSITIONS_PER_WORD = 255;
const MOST_BYTES = 900_000;
const PIECE_WORDS = 5_000;
/** Smaller sums round to the largest number or less. */
const BEYOND_NUMBERS = '1.797693134862315807e308';

/** The sort order of results. */
function sorted(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((value) => sql`${value} nulls first`))})`;
}

export const postgresEngine: Engine = {
  name: 'postgres',
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),

  ddl: {
    key: sql`bigint generated always as identity primary key`,
    text: sql`text collate "C"`,
    json: sql`jsonb`,
    integer: sql`integer`,
    bigInteger: sql`bigint`,
    fulltext: [
      sql`create table document_index (
        document_seq bigint primary key references documents (seq) on delete cascade,
        words tsvector not null)`,
      sql`create index document_index_by_word on document_index using gin (words)`,
    ],
    chains: [
      sql`create function state_chain() returns trigger language plpgsql as $$
        begin new.chain := ${chainOf('new')}; return new; end $$`,
      sql`create trigger places_state_chain before insert on places for each row when (new.chain is null)
        execute function state_chain()`,
      // Servers of an earlier release, which run beside this one during an update, move documents without setting chains.
      sql`create function keep_chains() returns trigger language plpgsql as $$
        declare before text; stated text;
        begin
          select own.chain, ${chainOf('own')} into before, stated from places own where own.document_id = new.id;
          if stated <> before then
            update places set chain = stated || substr(chain, length(before) + 1)
              where chain >= before and chain < left(before, -1) || '0';
          end if;
          return null;
        end $$`,
      sql`create trigger documents_keep_chains after update of parent_id on documents for each row
        when (old.parent_id is distinct from new.parent_id) execute function keep_chains()`,
    ],
    // For servers of an earlier release, which run beside this one during an update.
    folders: [
      sql`create function state_folder() returns trigger language plpgsql as $$
        begin new.folder_id := ${folderOf('new')}; return new; end $$`,
      sql`create trigger documents_state_folder before insert on documents for each row
        when (new.folder_id is null) execute function state_folder()`,
      sql`create trigger documents_keep_folder before update of parent_id on documents for each row
        when (old.parent_id is distinct from new.parent_id) execute function state_folder()`,
    ],
    foldersOfVersions: [
      sql`create or replace function state_folder_of_versions() returns trigger language plpgsql as $$
        begin
          update documents set folder_id = new.parent_id where series_id = new.id and is_version = 1
            and folder_id is distinct from new.parent_id;
          return null;
        end $$`,
      sql`drop trigger if exists documents_keep_folder_of_versions on documents`,
      sql`create trigger documents_keep_folder_of_versions after update of parent_id on documents for each row
        when (new.is_version = 0 and old.parent_id is distinct from new.parent_id)
        execute function state_folder_of_versions()`,
    ],
    // A version that outlives its document gets a place of its own. Servers before schema 9 do not clear its folder.
    foldersOfOrphans: [
      sql`create function clear_folder_of_orphan() returns trigger language plpgsql as $$
        begin
          if exists (select 1 from places own where own.id = new.place_id and own.document_id = new.id) then
            new.folder_id := null;
          end if;
          return new;
        end $$`,
      sql`create trigger documents_clear_folder_of_orphan before update of place_id on documents for each row
        when (new.is_version = 1 and new.folder_id is not null and old.place_id is distinct from new.place_id)
        execute function clear_folder_of_orphan()`,
    ],
    documentCopies: createDocumentCopies,
    // For servers of an earlier release and other programs: connections of this server say that they count by themselves.
    listChanges: [
      sql`create function count_list_changes() returns trigger language plpgsql as $$
        begin
          insert into list_changes (list, stripe, value) values ('', pg_backend_pid() % 64, 1)
            on conflict (list, stripe) do update set value = list_changes.value + 1;
          return null;
        end $$`,
      ...['documents', 'places'].map(
        (table) => sql`create trigger ${sql.ref(`${table}_count_list_changes`)}
          after insert or update or delete on ${sql.table(table)} for each statement
          when (current_setting('muniment.counts_list_changes', true) is distinct from 'yes')
          execute function count_list_changes()`,
      ),
    ],
    sorted,
    covering: (keys, included) => {
      const columns = sorted(keys.map((column) => sql.ref(column)));
      return included.length === 0
        ? columns
        : sql`${columns} include (${sql.join(included.map((column) => sql.ref(column)))})`;
    },
  },

  ascending: sql`asc nulls first`,
  descending: sql`desc nulls last`,
  lock: {
    wait: sql`for update`,
    skip: sql`for update skip locked`,
    present: sql`for key share`,
    named: {
      shared: (name) => sql`pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))::text`,
      alone: (name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`,
    },
  },
  stripe: sql`pg_backend_pid() % 64`,
  // statement_timeout is set on every connection.
  withinTime: () => undefined,

  isOneOf: (expression, values) => {
    const [first] = values;
    if (first === undefined) return sql`1 = 0`;
    if (typeof first !== 'number') return sql`${expression} = any(${values}::text[])`;
    return values.every(isInteger)
      ? sql`${expression} = any(${values}::integer[])`
      : sql`${expression} = any(${values}::float8[])`;
  },
  isOneOfTexts: (expression, list) => sql`${expression} = any(${list}::text[])`,
  textList: (values) => values,
  eachText: (list, alias) => sql`unnest(${list}::text[]) as ${sql.ref(alias)} (value)`,
  // The planner expects nearly all rows to meet an inequality, and then does not use the index of the few that do.
  isSeldom: (condition) => sql`case when ${condition} then 1 else 0 end = 1`,
  isRare: undefined,
  hasOnlyTypes: () => undefined,
  byKey: undefined,
  byOrder: undefined,
  byLength: sql``,
  byTitle: undefined,
  byNarrowIndex: sql``,
  // OFFSET prevents the planner from joining in another way.
  oneByOne: (table, condition, alias) =>
    sql`left join lateral (select * from ${sql.table(table)} where ${condition} offset 0) ${sql.ref(alias)} on true`,
  // The planner overestimates the number of documents, and would join all places.
  documentsFirst: sql`documents cross join lateral (
    select * from places where places.id = documents.place_id offset 0) as places`,
  // Otherwise all documents of all holders would be read and sorted for the first few.
  documentsHeld: (isWanted, most) => sql`cross join lateral (
      select * from documents where documents.parent_id = holders.document_id and ${isWanted}
      order by documents.name nulls first limit ${sql.lit(most)}) as documents
    cross join lateral (select * from places where places.id = documents.place_id offset 0) as places`,
  lower: (expression) => sql`lower(${expression} collate "und-x-icu") collate "C"`,
  asText: (expression) => sql`cast(${expression} as text) collate "C"`,
  pathSegment: (path, level) => sql`nullif(split_part(${path}, '/', ${level + 1}::integer), '') collate "C"`,
  textParameter: (value) => sql`${value}::text`,
  numberParameter: (value) => (isInteger(value) ? sql`${value}::integer` : sql`${value}::float8`),
  jsonParameter: (value) => sql`${value}::text::jsonb`,
  givenRows: {
    from: (columns) => {
      const lists = columns.map(({ type, list }) => sql`${list}::${sql.raw(listTypes[type])}`);
      return sql`unnest(${sql.join(lists)}) as given (${sql.join(columns.map(({ name }) => sql.ref(name)))})`;
    },
    value: (name, type) =>
      type === 'json' ? sql`${sql.ref(`given.${name}`)}::jsonb` : sql`${sql.ref(`given.${name}`)}`,
    parameter: (parameter, type) =>
      type === 'json' ? sql`${parameter}::text::jsonb` : sql`${parameter}::${sql.raw(type)}`,
  },
  sum: (expression) => {
    // Through text, as the direct cast keeps only 15 digits.
    const sum = sql`sum((${expression})::text::numeric)`;
    return sql`(case when abs(${sum}) < ${BEYOND_NUMBERS}::numeric then ${sum}::float8 end)`;
  },

  compactJson: (text) => sql`${text}`,
  compactJsonText: (column) => sql`${column}`,
  addToNumbers: (column, changes) => {
    const sums = Object.entries(changes).map(
      ([name, change]) =>
        sql`${sql.lit(name)}, greatest(0, coalesce((${column} ->> ${sql.lit(name)})::bigint, 0) + ${change}::bigint)`,
    );
    return sql`${column} || jsonb_build_object(${sql.join(sums)})`;
  },
  // A small stored size may be compressed; most values are decided without reading the text.
  isLongJson: (column) => sql`(pg_column_size(${column}) > 2000 and octet_length(${column}::text) > 50000)`,
  jsonText: (source, path) => sql`((${at(source, path)} #>> '{}') collate "C")`,
  jsonNumber: (source, path) => sql`(case jsonb_typeof(${at(source, path)})
    when 'number' then (${at(source, path)} #>> '{}')::float8 end)`,
  jsonFlag: (source, path) =>
    sql`(case ${at(source, path)} #>> '{}' when 'true' then 1 when 'false' then 0 end)`,
  jsonValue: at,
  jsonExists: (source, path) => sql`coalesce(${at(source, path)}, 'null') not in ('null', '[]')`,
  jsonElements: (source, path, alias) => {
    const list = at(source, path);
    return sql`lateral (select element.value, element.place - 1 as place
      from jsonb_array_elements(case jsonb_typeof(${list}) when 'array' then ${list} else '[]' end)
      with ordinality as element (value, place)) as ${sql.ref(alias)}`;
  },
  jsonPlace: (alias) => sql`${sql.ref(`${alias}.place`)}`,
  jsonList: (column) => sql`coalesce(jsonb_agg(${column} order by ${column}), '[]')::text`,

  textLists: {
    value: at,
    columns: (list) => sql`using gin (${list})`,
    mayHold: (list, texts) => sql`${list} ?| ${texts}::text[]`,
    from: () => sql``,
  },

  tables: {
    columns: (table) => sql`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} order by ordinal_position`,
    indexes: (table) => sql`select indexname as name from pg_indexes
      where schemaname = current_schema() and tablename = ${table}`,
    withKey: sql`overriding system value`,
    counter: (table, key) =>
      sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, ${key})), 0) as value`,
    setCounter: (table, key, value) => [
      sql`select setval(pg_get_serial_sequence(${table}, ${key}), ${Math.max(value, 1)}, ${value > 0})`,
    ],
    statistics: {
      names: sql`select stxname as name from pg_statistic_ext
        where stxnamespace = current_schema()::regnamespace`,
      create: (name, table, value) =>
        sql`create statistics ${sql.ref(name)} on (${value}) from ${sql.ref(table)}`,
      drop: (name) => sql`drop statistics if exists ${sql.ref(name)}`,
      gather: (table) => sql`analyze ${sql.ref(table)}`,
    },
  },

  fulltext: {
    key: 'document_seq',
    query: matchText,
    best: (
      query,
      behind,
      limit,
    ) => sql`select t.document_seq, ${postgresEngine.fulltext.score('t', query)} as score
      from document_index t where ${postgresEngine.fulltext.matches('t', query)} and t.document_seq > ${behind}
      order by score desc, t.document_seq limit ${limit}`,
    inOrderOfBest: sql`order by t.score desc, t.document_seq`,
    documentsBeside,
    documentCopies,
    matches: (alias, query) => sql`${sql.ref(`${alias}.words`)} @@ ${query}::tsquery`,
    score: (alias, query) =>
      sql`ts_rank('{0, 0.1, 0.3, 1.0}'::float4[], ${sql.ref(`${alias}.words`)}, ${query}::tsquery)`,
    bestFirst: () => undefined,
    put: async (context, texts) => {
      if (texts.length === 0) return;
      const words: string[] = [];
      for (const text of texts) words.push(await wordVector(text));
      await putWords.defer(context, { ids: texts.map(({ id }) => id), words });
    },
    putWithText: async (context, text, stored) => {
      await putTextAndWords.defer(context, { ...stored, words: await wordVector(text) });
    },
    // The foreign key removes them.
    remove: async () => {},
  },
};

const onConflict = sql`on conflict (document_seq) do update set words = excluded.words`;

const putWords = prepared<{ readonly ids: readonly string[]; readonly words: readonly string[] }>(
  (_context, parameter) =>
    insertWordsWithCopies(
      sql`unnest(${parameter('ids')}::text[], ${parameter('words')}::text[]) as given (id, words)`,
      onConflict,
    ),
);

/** For an id without a document, the number is one that the foreign key refuses. */
const putTextAndWords = prepared<IndexedText & { readonly words: string }>(
  (_context, parameter) => sql`with texts as (
      insert into document_text (document_seq, title, body, blob_text)
      select coalesce((select seq from documents where id = ${parameter('id')}), -1),
        ${parameter('title')}, ${parameter('body')}, ${parameter('blobText')}
      on conflict (document_seq) do update
        set title = excluded.title, body = excluded.body, blob_text = excluded.blob_text)
    ${insertWordsWithCopies(
      sql`(select ${parameter('id')}::text as id, ${parameter('words')}::text as words) as given`,
      onConflict,
    )}`,
);

const listTypes: Readonly<Record<GivenType, string>> = {
  text: 'text[]',
  integer: 'integer[]',
  bigint: 'bigint[]',
  json: 'text[]',
};

/** For a wider number, PostgreSQL casts an integer column row by row, and uses neither statistics nor indexes. */
function isInteger(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
}

function at({ expression, isIndexed }: JsonSource, path: JsonPath) {
  if (path.length === 0) return sql`${expression}`;
  const steps = path.map(String);
  const list = isIndexed ? sql`array[${sql.join(steps.map((step) => sql.lit(step)))}]` : sql`${steps}`;
  return sql`(${expression} #> ${list}::text[])`;
}

/** Words of the title have weight A, of the body B, of files C; gaps between the parts prevent phrases across them. */
async function wordVector(text: DocumentText): Promise<string> {
  const positions = new Map<string, { count: number; list: string }>();
  let bytes = 0;
  let position = 0;
  for (const [part, weight] of [
    [text.title, 'A'],
    [text.body, 'B'],
    [text.blobText, 'C'],
  ] as const) {
    position += 10;
    for (let start = 0, end = 0; start < part.length; start = end + 1) {
      end = part.indexOf(' ', start);
      if (end < 0) end = part.length;
      if (end === start) continue;
      position += 1;
      if (position % PIECE_WORDS === 0) await pauseWhenLong();
      const word = part.slice(start, end);
      const found = positions.get(word);
      if (found !== undefined && found.count >= POSITIONS_PER_WORD) continue;
      const place = `${Math.min(position, LAST_POSITION)}${weight}`;
      if (found === undefined) {
        bytes += Buffer.byteLength(word) + 8;
        if (bytes > MOST_BYTES) continue;
        positions.set(word, { count: 1, list: place });
      } else {
        found.count += 1;
        found.list += `,${place}`;
      }
      bytes += 2;
    }
  }
  return [...positions].map(([word, { list }]) => `${quoted(word)}:${list}`).join(' ');
}

function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}

function matchText(expression: FoldedExpression, titleOnly: boolean): string | undefined {
  if (expression.groups.length === 0) return undefined;
  return expression.groups
    .map((group) => `(${group.map((term) => termText(term, titleOnly ? 'A' : '')).join(' & ')})`)
    .join(' | ');
}

function termText({ words, prefix, negated }: FoldedTerm, weight: string): string {
  const last = words.length - 1;
  const parts = words.map((word, index) => {
    const mark = `${prefix && index === last ? '*' : ''}${weight}`;
    return mark === '' ? quoted(word) : `${quoted(word)}:${mark}`;
  });
  return `${negated ? '!' : ''}(${parts.join(' <-> ')})`;
}
