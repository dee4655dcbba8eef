/**
 * Whole tables over one connection, for copying and comparing: pages in the order of the key, rows as the driver returns
 * them.
 * Invariant: both engines return the same keys in the same order; only one page is in memory.
 */
import { sql } from 'kysely';
import { type Database, databaseOver, type Executor } from '../database.ts';
import type { Engine } from '../engine.ts';
import { type TableName, tableNames, tables } from '../tables.ts';
import { folded } from './document-access.ts';
import { pathOf } from './document-columns.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A connection for exclusive use. */
export interface Connection extends Executor {
  readonly engine: Engine;
  /** From here on it reads one state, whatever is written meanwhile. */
  beginSnapshot(): Promise<void>;
  /** False when another program copies into this database, or, if `alone` is asked for, reads it for a copy. */
  reserve(alone: boolean): Promise<boolean>;
  close(): Promise<void>;
}

const READS_ALL = sql`/* reads all: a copy is of everything */`;
const rowsPerPage = 256;
const wideRowsPerPage = 16;

export class TableRows {
  readonly connection: Connection;
  readonly database: Database;
  /** Read once: PostgreSQL's counters are not part of a snapshot. */
  readonly #counters = new Map<TableName, number>();

  constructor(connection: Connection) {
    this.connection = connection;
    this.database = databaseOver(connection, connection.engine);
  }

  async count(table: TableName): Promise<number> {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.ref(table)} ${READS_ALL}`.execute(this.database);
    return rows[0]?.count ?? 0;
  }

  async columns(table: string): Promise<readonly string[]> {
    const { rows } = await this.connection.engine.tables.columns(table).execute(this.database);
    return rows.map(({ name }) => name);
  }

  /** The rows after the given one. */
  async *pages(table: TableName, after?: Row): AsyncGenerator<readonly Row[], void> {
    const { key, compactJson, isWide = false } = tables[table];
    const { engine } = this.connection;
    const columns = sql.join(
      (await this.columns(table)).map((name) =>
        name === compactJson
          ? sql`${engine.compactJsonText(sql.ref(name))} as ${sql.ref(name)}`
          : sql.ref(name),
      ),
    );
    const limit = isWide ? wideRowsPerPage : rowsPerPage;
    for (let last = after; ; ) {
      const behind = last === undefined ? sql`` : sql`where ${this.#isBehind(key, last)}`;
      const { rows } = await sql<Row>`select ${columns} from ${sql.ref(table)} ${behind}
        order by ${this.#order(key)} limit ${limit} ${READS_ALL}`.execute(this.database);
      if (rows.length > 0) yield rows;
      if (rows.length < limit) return;
      last = rows.at(-1);
    }
  }

  /** The row with the highest key. */
  async last(table: TableName): Promise<Row | undefined> {
    const order = sql.join(
      tables[table].key.map((name) => sql`${sql.ref(name)} ${this.connection.engine.descending}`),
    );
    const { rows } =
      await sql<Row>`select * from ${sql.ref(table)} order by ${order} limit 1 ${READS_ALL}`.execute(
        this.database,
      );
    return rows[0];
  }

  async insert(table: TableName, rows: readonly Row[]): Promise<void> {
    const names = Object.keys(rows[0] ?? {});
    const { compactJson } = tables[table];
    const { engine } = this.connection;
    const stored = (row: Row, name: string): unknown =>
      name === compactJson ? engine.compactJson(String(row[name])) : row[name];
    const values = rows.map((row) => sql`(${sql.join(names.map((name) => stored(row, name)))})`);
    await sql`insert into ${sql.ref(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      ${engine.tables.withKey} values ${sql.join(values)}`.execute(this.database);
    if (table === 'document_text') await this.#index(rows);
  }

  async isEmpty(): Promise<boolean> {
    for (const table of tableNames) if ((await this.last(table)) !== undefined) return false;
    return true;
  }

  async clear(): Promise<void> {
    await sql`delete from document_index`.execute(this.database);
    for (const table of tableNames.toReversed())
      await sql`delete from ${sql.ref(table)} ${READS_ALL}`.execute(this.database);
  }

  /** The last key that the database has given to a row. */
  async counter(table: TableName): Promise<number> {
    const known = this.#counters.get(table);
    if (known !== undefined) return known;
    const [key = ''] = tables[table].key;
    const { rows } = await this.connection.engine.tables.counter(table, key).execute(this.database);
    const value = rows[0]?.value ?? 0;
    this.#counters.set(table, value);
    return value;
  }

  async setCounter(table: TableName, value: number): Promise<void> {
    this.#counters.delete(table);
    const [key = ''] = tables[table].key;
    for (const statement of this.connection.engine.tables.setCounter(table, key, value))
      await statement.execute(this.database);
  }

  /** Keys of stored bytes in a table, each once, in pages. */
  async *blobKeys(table: TableName): AsyncGenerator<readonly string[], void> {
    for (let last = ''; ; ) {
      const { rows } = await sql<{ blob_key: string }>`select distinct blob_key from ${sql.ref(table)}
        where blob_key > ${last} order by blob_key limit ${rowsPerPage} ${READS_ALL}`.execute(this.database);
      if (rows.length > 0) yield rows.map((row) => row.blob_key);
      if (rows.length < rowsPerPage) return;
      last = rows.at(-1)?.blob_key ?? '';
    }
  }

  /** A document that uses these bytes, a live one if possible; undefined when only uploads or renditions do. */
  async holderOf(blobKey: string): Promise<string | undefined> {
    const row = await this.database
      .selectFrom('blob_references')
      .innerJoin('documents', 'documents.seq', 'blob_references.document_seq')
      .innerJoin('places', 'places.id', 'documents.place_id')
      .select(['documents.id', pathOf('documents', 'places').as('path')])
      .where('blob_key', '=', blobKey)
      .orderBy('documents.is_version')
      .orderBy('documents.is_proxy')
      .executeTakeFirst();
    return row?.path ?? row?.id;
  }

  async countBlobs(table: TableName): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(distinct blob_key) as count
      from ${sql.ref(table)} ${READS_ALL}`.execute(this.database);
    return rows[0]?.count ?? 0;
  }

  /** The number of texts that are missing in the full-text index. */
  async countUnindexed(): Promise<number> {
    const key = sql.ref(this.connection.engine.fulltext.key);
    const { rows } = await sql<{ count: number }>`select count(*) as count from document_text
      where document_seq not in (select ${key} from document_index) ${READS_ALL}`.execute(this.database);
    return rows[0]?.count ?? 0;
  }

  async #index(rows: readonly Row[]): Promise<void> {
    const { engine } = this.connection;
    const texts = new Map(rows.map((row) => [Number(row.document_seq), row]));
    const documents = await this.database
      .selectFrom('documents')
      .select(['id', 'seq'])
      .where(engine.isOneOf(sql.ref('seq'), [...texts.keys()]))
      .execute();
    const indexed = await Promise.all(
      documents.map(async ({ id, seq }) => {
        const row = texts.get(seq);
        const text = {
          title: String(row?.title),
          body: String(row?.body),
          blobText: String(row?.blob_text),
        };
        return { id, ...(await folded(text)) };
      }),
    );
    const context = { executor: this.connection, database: this.database, engine };
    await engine.fulltext.put(context, indexed);
  }

  #order(key: readonly string[]) {
    return sql.join(key.map((name) => sql`${sql.ref(name)} ${this.connection.engine.ascending}`));
  }

  #isBehind(key: readonly string[], row: Row) {
    return sql`(${sql.join(key.map((name) => sql.ref(name)))}) > (${sql.join(key.map((name) => row[name]))})`;
  }
}
