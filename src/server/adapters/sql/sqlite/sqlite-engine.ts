/**
 * SQLite's implementation of the engine differences.
 * Invariant: lists, words and JSON paths are parameters, never part of the statement's text; the exception are paths of
 * indexed properties, which come from the configuration.
 */
import { type RawBuilder, type SqlBool, SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Engine, FoldedExpression, FoldedTerm, IndexedText, JsonPath, JsonSource } from '../engine.ts';
import { chainOf } from '../nxql/path-range.ts';
import { preparedInsert } from '../prepared-insert.ts';
import { writeJson } from '../stores/json-columns.ts';

export const sqliteEngine: Engine = {
  name: 'sqlite',
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),

  ddl: {
    key: sql`integer primary key autoincrement`,
    text: sql`text`,
    json: sql`text`,
    integer: sql`integer`,
    bigInteger: sql`integer`,
    fulltext: [
      // Words are folded and separated by spaces already: the ascii tokenizer leaves all other characters as they are.
      sql`create virtual table document_index using fts5(
        title, body, blob_text, content='', contentless_delete=1, tokenize='ascii')`,
      sql`insert into document_index (document_index, rank) values ('rank', 'bm25(10.0, 3.0, 1.0)')`,
    ],
    chains: [
      sql`create trigger places_state_chain after insert on places when new.chain is null begin
        update places set chain = ${chainOf('new')} where id = new.id; end`,
    ],
    folders: [],
    listChanges: [],
    foldersOfVersions: [],
    foldersOfOrphans: [],
    documentCopies: [],
    sorted: (values) => sql`(${sql.join(values)})`,
    covering: (keys, included) => sql`(${sql.join([...keys, ...included].map((column) => sql.ref(column)))})`,
  },

  ascending: sql`asc`,
  descending: sql`desc`,
  lock: { wait: sql``, skip: sql``, present: sql``, named: undefined },
  stripe: sql`0`,
  // Our function costs as much as reading a row, so it runs for one row in sixteen. (A value that is no number counts as 0.)
  withinTime: (row) => sql`(${row} % 16 <> 0 or within_time(${row}))`,

  isOneOf: (expression, values) => sql`${expression} in (select value from json_each(${writeJson(values)}))`,
  isOneOfTexts: (expression, list) => sql`${expression} in (select value from json_each(${list}))`,
  textList: writeJson,
  eachText: (list, alias) => sql`json_each(${list}) as ${sql.ref(alias)}`,
  isSeldom: (condition) => condition,
  // The planner expects a quarter of all rows in an open range.
  isRare: (condition) => sql`likelihood(${condition}, 0.00001)`,
  // Jumps from type to type in the index; evaluated once for a statement.
  hasOnlyTypes: (types) => sql`not exists (with recursive present (type) as (
    select min(type) from documents
    union all select (select min(type) from documents later where later.type > present.type)
    from present where present.type is not null)
    select 1 from present where type is not null and type not in (select value from json_each(${writeJson(types)})))`,
  byKey: sql`not indexed`,
  byOrder: {
    modified: sql`indexed by documents_by_modified`,
    title_key: sql`indexed by documents_by_title_key`,
  },
  byLength: sql`indexed by documents_by_length`,
  byTitle: sql`indexed by documents_by_title_key`,
  byNarrowIndex: sql`indexed by documents_narrow`,
  oneByOne: undefined,
  documentsFirst: sql`documents cross join places`,
  documentsHeld: (
    isWanted,
  ) => sql`cross join documents on documents.parent_id = holders.document_id and ${isWanted}
    cross join places on places.id = documents.place_id`,
  lower: (expression) => sql`lower_unicode(${expression})`,
  asText: (expression) => sql`cast(${expression} as text)`,
  pathSegment: (path, level) => sql`path_segment(${path}, ${level})`,
  textParameter: (value) => sql`${value}`,
  numberParameter: (value) => sql`${value}`,
  jsonParameter: (value) => sql`${value}`,
  givenRows: undefined,
  sum: (expression) => sql`cast(exact_sum(${expression}) as real)`,

  // The binary form: a value is found without parsing the whole text in every row.
  compactJson: (text) => sql`jsonb(${text})`,
  compactJsonText: (column) => sql`json(${column})`,
  addToNumbers: (column, changes) => {
    const sums = Object.entries(changes).map(([name, change]) => {
      const path = pathText([name]);
      return sql`${path}, max(0, coalesce(json_extract(${column}, ${path}), 0) + cast(${change} as integer))`;
    });
    return sql`jsonb_set(${column}, ${sql.join(sums)})`;
  },
  isLongJson: (column) => sql`length(${column}) > 50000`,
  jsonText: extract,
  jsonNumber: extract,
  jsonFlag: extract,
  jsonValue,
  jsonExists: (source, path) =>
    path.length === 0
      ? sql`${source.expression} is not null`
      : sql`coalesce(${source.expression} -> ${pathText(path)}, '[]') not in ('[]', 'null')`,
  // json_each gives one row for a JSON null, and none for an SQL null.
  jsonElements: (source, path, alias) =>
    sql`json_each(nullif(${jsonValue(source, path)}, 'null')) as ${sql.ref(alias)}`,
  jsonPlace: (alias) => sql`${sql.ref(`${alias}.key`)}`,
  jsonList: (column) => sql`json_group_array(${column} order by ${column})`,

  // A longer text that contains the text together with its quotation marks has them escaped in JSON.
  textLists: {
    value: extract,
    columns: (list) => sql`(${list})`,
    mayHold: (list, texts) => {
      const isHeld = texts.map((text) => sql<SqlBool>`instr(${list}, ${`"${text}"`}) > 0`);
      return sql`(${sql.join(isHeld, sql` or `)})`;
    },
    from: (index) => sql`indexed by ${sql.ref(index)}`,
  },

  tables: {
    columns: (table) => sql`select name from pragma_table_info(${table})`,
    indexes: (table) => sql`select name from pragma_index_list(${table})`,
    withKey: sql``,
    counter: (table) =>
      sql`select coalesce((select seq from sqlite_sequence where name = ${table}), 0) as value`,
    setCounter: (table, _key, value) => [
      sql`delete from sqlite_sequence where name = ${table}`,
      sql`insert into sqlite_sequence (name, seq) values (${table}, ${value})`,
    ],
    statistics: undefined,
  },

  fulltext: {
    key: 'rowid',
    query: (expression, titleOnly) => {
      const words = matchText(expression);
      return words !== undefined && titleOnly ? `{title} : (${words})` : words;
    },
    best: (query, behind, limit) => sql`select t.rowid as rowid, t.rank as rank from document_index t
      where t.document_index match ${query} and t.rowid > ${behind} order by t.rank, t.rowid limit ${limit}`,
    inOrderOfBest: undefined,
    documentsBeside: undefined,
    documentCopies: undefined,
    matches: (alias, query) => sql`${sql.ref(`${alias}.document_index`)} match ${query}`,
    score: (alias) => sql`-${sql.ref(`${alias}.rank`)}`,
    // Only this column: then the index itself sorts, and only one page of documents is joined.
    bestFirst: (alias) => sql.ref(`${alias}.rank`),
    put: (context, texts) => {
      const length = texts.reduce(
        (sum, one) => sum + one.title.length + one.body.length + one.blobText.length,
        0,
      );
      return putWords.defer(
        context,
        texts,
        texts.length > FEW || length > MOST_LATE ? {} : { late: lateWords },
      );
    },
    putWithText: undefined,
    remove: async ({ database }, documentIds) => {
      await sql`delete from document_index where rowid in (
        select seq from documents where ${sqliteEngine.isOneOf(sql.ref('id'), documentIds)})`.execute(
        database,
      );
    },
  },
};

/** The index writes its pending words at the end of each unit: it is faster to add the words of several units together. */
const lateWords = { table: 'document_index', isOnce: false };
/** More texts come from one unit, and are added together anyway. */
const FEW = 10;
/** In characters. Longer texts would delay all units that share the commit. */
const MOST_LATE = 100_000;

/**
 * A statement with a savepoint would make the index write its pending words. A unit that removes a document removes its words
 * first, so that the document still exists when this runs.
 */
const putWords = preparedInsert<IndexedText>({
  into: sql`insert or replace into document_index`,
  values: { id: 'text', title: 'text', body: 'text', blobText: 'text' },
  columns: (_context, given) => ({
    rowid: sql`coalesce((select seq from documents where id = ${given('id')}), -1)`,
    title: given('title'),
    body: given('body'),
    blob_text: given('blobText'),
  }),
});

function extract<T>(source: JsonSource, path: JsonPath) {
  if (path.length === 0) return sql<T>`${source.expression}`;
  const place = source.isIndexed ? sql.lit(pathText(path)) : sql`${pathText(path)}`;
  return sql<T>`(${source.expression} ->> ${place})`;
}

function jsonValue({ expression }: JsonSource, path: JsonPath): RawBuilder<unknown> {
  return path.length === 0 ? sql`${expression}` : sql`${expression} -> ${pathText(path)}`;
}

function pathText(path: JsonPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (/["\\]/.test(step)) throw new RepositoryError('badRequest', `Invalid property name: ${step}`);
    return `${text}."${step}"`;
  }, '$');
}

function matchText(expression: FoldedExpression): string | undefined {
  if (expression.groups.length === 0) return undefined;
  return expression.groups
    .map((group) => {
      const wanted = group.filter((term) => !term.negated).map(termText);
      const unwanted = group.filter((term) => term.negated).map((term) => ` NOT ${termText(term)}`);
      return `((${wanted.join(' AND ')})${unwanted.join('')})`;
    })
    .join(' OR ');
}

function termText(term: FoldedTerm): string {
  return `"${term.words.join(' ').replaceAll('"', '""')}"${term.prefix ? ' *' : ''}`;
}
