/**
 * A worker thread with one SQLite connection: takes statements in groups, answers them in groups.
 * Invariant: statements run in the order in which they come, and a failed one does not stop those behind it.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isJsonObject } from '#wire/json.ts';
import { ExactSum } from '../nxql/exact-sum.ts';
import { AnswerMemory } from './answer-memory.ts';
import { type ThreadAnswer, type ThreadFailure, type ThreadRequest, TIME_LIMIT } from './sqlite-protocol.ts';

const STATEMENTS_KEPT = 400;
/** KiB: enough for the inner pages of all indexes of a million documents. */
const PAGE_CACHE = 96 * 1024;
/** Pages of the write-ahead log before they move into the file: rarely enough that hot pages move once for many commits. */
const LOG_PAGES = 8_000;
const MAPPED_BYTES = 256 * 1024 * 1024;

interface Options {
  readonly file: string;
  readonly writable: boolean;
  /** A statement that guards itself with `within_time()` fails after this many milliseconds. */
  readonly timeLimit: number;
  /** A reader remembers answers that took as many milliseconds. */
  readonly slow: number;
}

function readOptions(value: unknown): Options {
  if (
    isJsonObject(value) &&
    typeof value.file === 'string' &&
    typeof value.writable === 'boolean' &&
    typeof value.timeLimit === 'number' &&
    typeof value.slow === 'number'
  ) {
    const { file, writable, timeLimit, slow } = value;
    return { file, writable, timeLimit, slow };
  }
  throw new TypeError('sqlite-worker needs file, writable, timeLimit and slow');
}

function openDatabase(options: Options): DatabaseSync {
  const database = new DatabaseSync(options.file, { readOnly: !options.writable, timeout: 5_000 });
  if (options.writable) {
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
       PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA journal_size_limit = ${LOG_PAGES * 4096}`,
    );
  }
  database.exec(
    `PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;
     PRAGMA case_sensitive_like = ON; PRAGMA cache_size = -${PAGE_CACHE}; PRAGMA mmap_size = ${MAPPED_BYTES}`,
  );
  database.function('lower_unicode', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  addExactSum(database);
  // SQLite cannot be interrupted from this runtime, so long statements ask the clock themselves, row by row.
  let calls = 0;
  database.function('within_time', { deterministic: false, varargs: true }, () => {
    calls += 1;
    if (calls % 16 === 0 && performance.now() > deadline) throw new Error(TIME_LIMIT);
    return 1;
  });
  return database;
}

/** What SQLite hands on from step to step is a plain value, so it is the key of a sum that is kept here. */
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

if (parentPort === null) throw new Error('sqlite-worker runs in a worker thread only');
const port = parentPort;
const options = readOptions(workerData);
let deadline = 0;
const database = openDatabase(options);
// Counts only the changes of other connections: of no use to the writer.
const version = database.prepare('PRAGMA data_version');
const memory = options.writable ? undefined : new AnswerMemory(() => version.get()?.data_version);

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  isSlow: boolean;
}

const statements = new Map<string, Prepared>();

function prepare(sql: string): Prepared {
  const kept = statements.get(sql);
  if (kept !== undefined) {
    statements.delete(sql);
    statements.set(sql, kept);
    return kept;
  }
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name }) => name);
  const prepared = { statement, columns, isSlow: false };
  // Answers of statements without rows hold the last row id, which full-text tables take beyond 2^53: as a number it throws.
  if (prepared.columns.length === 0) statement.setReadBigInts(true);
  statements.set(sql, prepared);
  const [oldest] = statements.keys();
  if (statements.size > STATEMENTS_KEPT && oldest !== undefined) statements.delete(oldest);
  return prepared;
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return value;
  throw new TypeError(`A value of type ${typeof value} cannot be stored`);
}

function run(sql: string, parameters: readonly unknown[]): ThreadAnswer {
  try {
    const start = performance.now();
    deadline = start + options.timeLimit;
    const prepared = prepare(sql);
    const { statement, columns } = prepared;
    const values = parameters.map(bindable);
    if (columns.length === 0) {
      return { columns, rows: [], changes: Number(statement.run(...values).changes) };
    }
    const known = prepared.isSlow ? memory?.recall(sql, parameters) : undefined;
    if (known !== undefined) return known;
    const rows: unknown = statement.all(...values);
    const found = isRowList(rows) ? rows : [];
    const answer = { columns, rows: found, changes: found.length };
    if (prepared.isSlow) memory?.keep(sql, parameters, answer);
    prepared.isSlow ||= performance.now() - start >= options.slow;
    return answer;
  } catch (cause) {
    return failure(cause);
  }
}

function isRowList(value: unknown): value is SQLOutputValue[][] {
  return Array.isArray(value);
}

function failure(cause: unknown): ThreadFailure {
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'errcode' in cause ? cause.errcode : undefined;
  return { failure: message, code: typeof code === 'number' ? code : undefined };
}

port.on('message', (request: ThreadRequest) => {
  if (request === 'close') {
    if (options.writable) database.exec('PRAGMA optimize');
    database.close();
    port.close();
    return;
  }
  port.postMessage(request.map(([sql, parameters]) => run(sql, parameters)));
});
port.postMessage('ready');
