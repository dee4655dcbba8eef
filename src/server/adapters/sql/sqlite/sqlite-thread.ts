/**
 * The server's side of a SQLite thread. Statements of one turn of the event loop are sent together, since waking a thread
 * costs more than most statements.
 * Invariant: every statement is answered exactly once, with an error when the thread has ended.
 */
import { Worker } from 'node:worker_threads';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { type ExecutionResult, type Executor, type StatementTraits, TakenError } from '../database.ts';
import {
  CHANGED_MEANWHILE,
  type SentTraits,
  type ThreadAnswer,
  type ThreadFailure,
  type ThreadReport,
  type ThreadRows,
  type ThreadStatement,
  TIME_LIMIT,
  type UnitRole,
} from './sqlite-protocol.ts';
import { StatementSlots } from './statement-slots.ts';

/** Answers that took less are not cached: checking for changes would cost as much as asking again. */
const SLOW_MILLISECONDS = 3;

interface Waiting {
  readonly resolve: (result: ExecutionResult) => void;
  readonly reject: (error: Error) => void;
}

export class SqliteThread implements Executor {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #exited: Promise<void>;
  readonly #slots = new StatementSlots();
  #outbox: ThreadStatement[] = [];
  /** When it last began to work, answered something, or finished everything; in milliseconds. */
  #since = performance.now();
  #gone: Error | undefined;
  /** Called before the waiting promises are resolved. */
  onReport: (() => void) | undefined;

  private constructor(worker: Worker, exited: Promise<void>) {
    this.#worker = worker;
    this.#exited = exited;
    worker.on('message', (report: ThreadReport) => {
      if (report !== 'ready') this.#settle(report);
    });
    worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#fail(new Error('The database is closed')));
  }

  static async start(options: {
    readonly file: string;
    readonly writable: boolean;
    readonly timeLimit: number;
    readonly slow?: number;
    readonly pageCache: number;
  }): Promise<SqliteThread> {
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: { slow: SLOW_MILLISECONDS, ...options },
    });
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
    });
    return new SqliteThread(worker, exited);
  }

  /** Statements sent and not yet answered. */
  get load(): number {
    return this.#waiting.length;
  }

  /** Milliseconds since it began to work or last answered; 0 when idle. */
  get busyFor(): number {
    return this.#waiting.length === 0 ? 0 : performance.now() - this.#since;
  }

  /** Milliseconds since it had finished everything; 0 when working. */
  get idleFor(): number {
    return this.#waiting.length > 0 ? 0 : performance.now() - this.#since;
  }

  execute(
    sql: string,
    parameters: readonly unknown[] = [],
    { isEach }: StatementTraits = {},
  ): Promise<ExecutionResult> {
    return this.send(sql, parameters, undefined, { isEach });
  }

  /** `role` is for units of the writer. */
  send(
    sql: string,
    parameters: readonly unknown[],
    role?: UnitRole,
    { isEach, expected, late }: SentTraits = {},
  ): Promise<ExecutionResult> {
    if (this.#gone !== undefined) return Promise.reject(databaseFailure(this.#gone.message, this.#gone));
    if (this.#waiting.length === 0) this.#since = performance.now();
    if (this.#outbox.length === 0) setImmediate(() => this.#send());
    const { slot, isNew } = this.#slots.take(sql);
    this.#outbox.push([slot, isNew ? sql : undefined, parameters, role, isEach, expected, late]);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  async close(): Promise<void> {
    if (this.#gone === undefined) this.#worker.postMessage('close');
    await this.#exited;
  }

  #send(): void {
    const statements = this.#outbox;
    this.#outbox = [];
    if (this.#gone === undefined) this.#worker.postMessage(statements);
  }

  #settle(answers: readonly ThreadAnswer[]): void {
    this.onReport?.();
    this.#since = performance.now();
    for (const answer of answers) {
      const waiting = this.#waiting.shift();
      if ('failure' in answer) waiting?.reject(translate(answer));
      else waiting?.resolve(resultOf(answer));
    }
  }

  #fail(error: Error): void {
    this.#gone ??= error;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(databaseFailure(error.message, error));
  }
}

export function resultOf({ columns, rows, changes }: ThreadRows): ExecutionResult {
  const objects = rows.map((row) => {
    const object: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) object[columns[index] ?? ''] = row[index];
    return object;
  });
  return { rows: objects, changes };
}

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const SQLITE_TOOBIG = 18;
const SQLITE_CONSTRAINT = 19;
const SQLITE_CONSTRAINT_FOREIGNKEY = 787;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
/** SQLite's messages for statements beyond its limits (sqlite.org/limits.html). */
const TOO_COMPLEX = /too complex|too large|too many|stack overflow|at most 64 tables|string or blob too big/i;

export function translate({ failure, code }: ThreadFailure): RepositoryError {
  const cause = new Error(failure);
  if (failure === TIME_LIMIT)
    return new RepositoryError('overloaded', 'The query took too long and was stopped', { cause });
  if (failure === CHANGED_MEANWHILE)
    return new RepositoryError('conflict', 'Concurrent update', { cause, isTransient: true });
  if (TOO_COMPLEX.test(failure)) return new RepositoryError('invalidQuery', 'Query too complex', { cause });
  if (code === SQLITE_CONSTRAINT_UNIQUE || code === SQLITE_CONSTRAINT_PRIMARYKEY)
    return new TakenError(cause);
  switch ((code ?? 0) & 0xff) {
    case SQLITE_BUSY:
      return new RepositoryError('overloaded', 'The database is busy', { cause });
    case SQLITE_FULL:
      return new RepositoryError('unavailable', 'The disk is full', { cause });
    case SQLITE_TOOBIG:
      return new RepositoryError('badRequest', 'The value is too large', { cause });
    case SQLITE_CONSTRAINT:
      return new RepositoryError('conflict', 'Concurrent update', {
        cause,
        // When the unit runs again, the referred row exists or is known to be gone.
        isTransient: code === SQLITE_CONSTRAINT_FOREIGNKEY,
      });
    default:
      return databaseFailure(failure, cause);
  }
}

function databaseFailure(message: string, cause: Error): RepositoryError {
  return new RepositoryError('internal', `Database: ${message}`, { cause });
}
