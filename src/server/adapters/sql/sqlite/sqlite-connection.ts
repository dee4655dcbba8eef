/**
 * One SQLite connection: statements are prepared once, rows are arrays, failures are values.
 * Invariant: a statement with the condition `within_time()` fails when its time is over.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { ExactSum } from '../nxql/exact-sum.ts';
import { AnswerMemory } from './answer-memory.ts';
import { type ThreadAnswer, type ThreadFailure, TIME_LIMIT } from './sqlite-protocol.ts';
import { staysPrepared } from './statement-slots.ts';

declare module 'node:sqlite' {
  interface StatementSync {
    /** Missing in the type declarations. */
    close(): void;
  }
}

/** Pages of the log before they are moved into the file: a large number, so that hot pages move once for many commits. */
export const LOG_PAGES = 8_000;
/** At this length the writer itself moves the log while everybody waits: normally readers have done so (`moveLog`). */
const LONG_LOG_PAGES = 4 * LOG_PAGES;

/** The log file keeps this size when it begins anew: room for commits while it is moved. Each page has a header. */
const LOG_BYTES = 2 * LOG_PAGES * (4_096 + 24);
/** With more distinct values, the statistics come only from the start of an index. */
const MOST_VALUES = 20;
/** How long a statement waits for other connections. */
const BUSY_MILLISECONDS = 5_000;

/** Tells how many pages the log has, and how many of them have been moved into the file. */
export const lookAtLog = 'PRAGMA wal_checkpoint(NOOP)';
/** Moves pages that no reader still needs in the file. Readers run it on another connection that may write. */
export const moveLog = 'PRAGMA wal_checkpoint(PASSIVE)';
/**
 * Moves the rest, and makes the next commit start the log from its beginning: overwriting a file is synced in half the time of
 * extending it. For the writing connection, between two transactions.
 */
export const restartLog = 'PRAGMA wal_checkpoint(RESTART)';
/** How long it waits for readers of the log. */
const RESTART_MILLISECONDS = 10;
/** The most that the writer moves itself: some milliseconds, during which nothing else is written. */
export const SHORT_LOG_PAGES = 1_000;
/** Statements about the log are not data: their answers change although the database does not. */
const ofLog = new Set([lookAtLog, moveLog, restartLog]);
/** The system's mapping of the file, shared by all connections, which it reclaims when memory is short. */
const MAPPED_BYTES = 256 * 1024 * 1024;

export interface ConnectionOptions {
  readonly file: string;
  readonly writable: boolean;
  /** A statement with `within_time()` fails after this many milliseconds. */
  readonly timeLimit: number;
  /** A reader caches answers that took at least this many milliseconds. */
  readonly slow: number;
  /** KiB of pages that this connection caches. */
  readonly pageCache: number;
  /** Reads the file through the system's mapping. */
  readonly isMapped?: boolean;
}

/** Prepared when it is first run. */
export interface PreparedStatement {
  readonly sql: string;
  ready: Ready | undefined;
}

interface Ready {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  isSlow: boolean;
}

export class SqliteConnection {
  readonly #options: ConnectionOptions;
  readonly #database: DatabaseSync;
  readonly #version: StatementSync;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  readonly #memory: AnswerMemory | undefined;
  #mover: DatabaseSync | undefined;
  #deadline = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#database = openDatabase(options);
    this.#addFunctions();
    this.#version = this.#database.prepare('PRAGMA data_version');
    this.#begin = this.#database.prepare('BEGIN');
    this.#end = this.#database.prepare('COMMIT');
    this.#memory = options.writable ? undefined : new AnswerMemory(() => this.version);
  }

  /** Changes only with commits of other connections, so it is of no use to the writer. */
  get version(): string {
    return String(this.#version.get()?.data_version);
  }

  /** From the next read on, this connection sees the database unchanged. It does not write. */
  beginSnapshot(): void {
    if (!this.#database.isTransaction) this.#begin.run();
  }

  /** A statement that fails for lack of memory or disk space has ended it already. */
  endSnapshot(): void {
    if (this.#database.isTransaction) this.#end.run();
  }

  run(prepared: PreparedStatement, parameters: readonly unknown[]): ThreadAnswer {
    try {
      const start = performance.now();
      this.#deadline = start + this.#options.timeLimit;
      prepared.ready ??= this.#prepare(prepared.sql);
      const { statement, columns, isSlow } = prepared.ready;
      const values = parameters.map(bindable);
      if (columns.length === 0) {
        return { columns, rows: [], changes: Number(statement.run(...values).changes) };
      }
      const known = isSlow ? this.#memory?.recall(prepared.sql, parameters) : undefined;
      if (known !== undefined) return known;
      const rows: unknown =
        prepared.sql === restartLog ? this.#restartLog(statement) : statement.all(...values);
      const found = isRowList(rows) ? rows : [];
      const answer = { columns, rows: found, changes: found.length };
      if (isSlow) this.#memory?.keep(prepared.sql, parameters, answer);
      else
        prepared.ready.isSlow = performance.now() - start >= this.#options.slow && !ofLog.has(prepared.sql);
      return answer;
    } catch (cause) {
      return failure(cause);
    }
  }

  /** Runs it once for each list of values, until one fails. */
  runEach(prepared: PreparedStatement, lists: readonly unknown[]): ThreadAnswer {
    let changes = 0;
    for (const list of lists) {
      const answer = this.run(prepared, Array.isArray(list) ? list : []);
      if ('failure' in answer) return answer;
      changes += answer.changes;
    }
    return { columns: [], rows: [], changes };
  }

  /** Frees its memory now: the garbage collector does not know how large it is. */
  forget(prepared: PreparedStatement): void {
    prepared.ready?.statement.close();
    prepared.ready = undefined;
  }

  close(): void {
    if (this.#options.writable) gatherFigures(this.#database);
    this.#mover?.close();
    this.#database.close();
  }

  #prepare(sql: string): Ready {
    const statement = (sql === moveLog ? this.#openMover() : this.#database).prepare(sql);
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({ name }) => name);
    // Answers of statements without rows contain the last row id, which in full-text tables exceeds 2^53 and would throw.
    if (columns.length === 0) statement.setReadBigInts(true);
    // A statement that is prepared for each run has no earlier duration.
    return { statement, columns, isSlow: !staysPrepared(sql) };
  }

  /** The busy timeout is read when the statement is prepared, not when it runs. */
  #restartLog(statement: StatementSync): unknown {
    this.#database.exec(`PRAGMA busy_timeout = ${RESTART_MILLISECONDS}`);
    try {
      return statement.all();
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${BUSY_MILLISECONDS}`);
    }
  }

  #openMover(): DatabaseSync {
    this.#mover ??= new DatabaseSync(this.#options.file);
    this.#mover.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0');
    return this.#mover;
  }

  #addFunctions(): void {
    this.#database.function('lower_unicode', { deterministic: true }, (text) =>
      typeof text === 'string' ? text.toLowerCase() : text,
    );
    this.#database.function('path_segment', { deterministic: true }, (path, level) =>
      typeof path === 'string' ? path.split('/')[Number(level)] || null : null,
    );
    addExactSum(this.#database);
    // SQLite cannot be interrupted from Node, so long statements check the clock themselves, row by row.
    let calls = 0;
    this.#database.function('within_time', { deterministic: false, varargs: true }, () => {
      calls += 1;
      if (calls % 16 === 0 && performance.now() > this.#deadline) throw new Error(TIME_LIMIT);
      return 1;
    });
  }
}

/**
 * Gathers statistics for the planner. SQLite looks at the first 2,000 rows of each value; where nearly all documents have the
 * same repository, or one of a few types, it would assume very many values: those indexes are read completely.
 */
function gatherFigures(database: DatabaseSync): void {
  database.exec('PRAGMA optimize');
  const known = database.prepare("SELECT name FROM sqlite_schema WHERE name = 'sqlite_stat1'").get();
  if (known === undefined) return;
  const figures = database.prepare('SELECT stat FROM sqlite_stat1 WHERE idx = ?');
  for (const index of ['documents_by_modified', 'documents_by_title_key', 'documents_by_type']) {
    const [rows, perValue] = String(figures.get(index)?.stat ?? '').split(' ');
    if (Number(rows) > Number(perValue) * MOST_VALUES)
      database.exec(`PRAGMA analysis_limit = 0; ANALYZE ${index}`);
  }
}

function openDatabase({ file, writable, pageCache, isMapped = true }: ConnectionOptions): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: !writable, timeout: BUSY_MILLISECONDS });
  if (writable) {
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
       PRAGMA wal_autocheckpoint = ${LONG_LOG_PAGES}; PRAGMA journal_size_limit = ${LOG_BYTES}`,
    );
  }
  database.exec(
    `PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;
     PRAGMA case_sensitive_like = ON; PRAGMA cache_size = -${pageCache}; PRAGMA mmap_size = ${isMapped ? MAPPED_BYTES : 0}`,
  );
  return database;
}

/** SQLite passes plain values from step to step, so the value is a key of the sum, which is kept here. */
function addExactSum(database: DatabaseSync): void {
  const sums = new Map<SQLInputValue, ExactSum>();
  let last = 0;
  database.aggregate('exact_sum', {
    deterministic: true,
    start: () => {
      last += 1;
      sums.set(last, new ExactSum());
      return last;
    },
    step: (key, value) => {
      if (typeof value === 'number') sums.get(key)?.add(value);
      return key;
    },
    result: (key) => {
      const sum = sums.get(key)?.value ?? null;
      sums.delete(key);
      return sum;
    },
  });
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return value;
  throw new TypeError(`A value of type ${typeof value} cannot be stored`);
}

function isRowList(value: unknown): value is SQLOutputValue[][] {
  return Array.isArray(value);
}

function failure(cause: unknown): ThreadFailure {
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'errcode' in cause ? cause.errcode : undefined;
  return { failure: message, code: typeof code === 'number' ? code : undefined };
}
