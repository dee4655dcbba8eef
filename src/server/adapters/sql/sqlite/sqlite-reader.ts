/**
 * Reads a SQLite file. Statements that find a few rows by an index run on the server's own thread, where they take
 * microseconds; all others go to the least busy thread (reader-threads.ts).
 * Within one turn of the event loop the former read from one snapshot: beginning a read costs more than most of them, and
 * makes the connection drop its cached pages after a commit.
 * Invariants: no statement whose cost grows with the library runs on the server's own thread; a snapshot is not older than
 * the turn, the last answer of any thread, and the begin of the last unit, so that each unit reads what was committed before
 * it began, also by other programs.
 */
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type { ExecutionResult, Executor, StatementTraits } from '../database.ts';
import { ReaderThreads } from './reader-threads.ts';
import {
  LOG_PAGES,
  lookAtLog,
  moveLog,
  type PreparedStatement,
  SHORT_LOG_PAGES,
  SqliteConnection,
} from './sqlite-connection.ts';
import type { ThreadRows } from './sqlite-protocol.ts';
import { resultOf, type SqliteThread, translate } from './sqlite-thread.ts';

/** In KiB. Pages that several connections need are in the system's mapping of the file. */
const PAGE_CACHE = 4 * 1024;
const LOOK_MILLISECONDS = 20;

export class SqliteReader implements Executor {
  readonly #threads: ReaderThreads;
  readonly #connection: SqliteConnection;
  /** Bounded by the number of short statements in the source. */
  readonly #statements = new Map<string, PreparedStatement>();
  #isClosed = false;
  #isMovingLog = false;
  #hasSnapshot = false;
  #looking: NodeJS.Timeout | undefined;
  readonly #restartLog: () => Promise<void>;

  constructor(
    threads: readonly SqliteThread[],
    file: string,
    timeLimit: number,
    {
      restartLog = async () => {},
      startThread,
    }: {
      /** Makes the writer move the rest of the log, which then starts from its beginning. */
      readonly restartLog?: () => Promise<void>;
      /** Starts another reading thread. */
      readonly startThread?: () => Promise<SqliteThread>;
    } = {},
  ) {
    this.#threads = new ReaderThreads(threads, () => this.endSnapshot(), startThread);
    this.#restartLog = restartLog;
    this.#connection = new SqliteConnection({
      file,
      writable: false,
      timeLimit,
      // Short statements are not worth caching, even when they were delayed.
      slow: Number.POSITIVE_INFINITY,
      pageCache: PAGE_CACHE,
      // The first read after a commit would drop the mapping, which takes three times as long as reading a few pages.
      isMapped: false,
    });
  }

  execute(
    sql: string,
    parameters: readonly unknown[],
    { isShort = false }: StatementTraits = {},
  ): Promise<ExecutionResult> {
    if (isShort && !this.#isClosed) return this.#here(sql, parameters);
    return this.#threads.execute(sql, parameters);
  }

  /** Changes with each commit of another connection; this one writes nothing. */
  get state(): string {
    // Inside a snapshot it would not change.
    this.endSnapshot();
    return this.#connection.version;
  }

  /** Must also be called when something was committed, and when a unit begins. */
  endSnapshot(): void {
    if (!this.#hasSnapshot) return;
    this.#hasSnapshot = false;
    this.#connection.endSnapshot();
  }

  /** After a commit, without delaying the call that committed. */
  lookAtLogSoon(): void {
    if (this.#isClosed) return;
    this.#looking ??= setTimeout(() => {
      this.#looking = undefined;
      this.moveLogWhenLong().catch(() => undefined);
    }, LOOK_MILLISECONDS);
  }

  /**
   * If the writer moved a long log, everybody would wait. Here less is left each round, and the writer moves only the rest:
   * a log that is still being written to never starts from its beginning.
   */
  async moveLogWhenLong(): Promise<void> {
    if (this.#isMovingLog || this.#pagesToMove() < LOG_PAGES) return;
    this.#isMovingLog = true;
    try {
      await this.execute(moveLog, []);
      if (this.#pagesToMove() > SHORT_LOG_PAGES) await this.execute(moveLog, []);
      const left = this.#pagesToMove();
      // Nothing is left when nobody writes. Much is left when a long read still needs the file as it was.
      if (left > 0 && left <= SHORT_LOG_PAGES) await this.#restartLog();
    } finally {
      this.#isMovingLog = false;
    }
  }

  #pagesToMove(): number {
    if (this.#isClosed) return 0;
    // SQLite does not answer it inside a snapshot.
    this.endSnapshot();
    const [found] = resultOf(this.#run(lookAtLog, [])).rows;
    return Number(found?.log) - Number(found?.checkpointed);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#looking);
    this.endSnapshot();
    this.#connection.close();
    await this.#threads.close();
  }

  /** Runs it on this thread. @throws when it is closed */
  answer(sql: string, parameters: readonly unknown[]): ThreadRows {
    if (!this.#hasSnapshot && !this.#isClosed) {
      this.#connection.beginSnapshot();
      this.#hasSnapshot = true;
      setImmediate(() => this.endSnapshot());
    }
    return this.#run(sql, parameters);
  }

  #run(sql: string, parameters: readonly unknown[]): ThreadRows {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = { sql, ready: undefined };
      this.#statements.set(sql, statement);
    }
    const answer = this.#connection.run(statement, parameters);
    if ('failure' in answer) throw translate(answer);
    return answer;
  }

  /** Yields regularly: since nothing here waits for I/O, a caller in a loop would otherwise delay all others. */
  async #here(sql: string, parameters: readonly unknown[]): Promise<ExecutionResult> {
    const pause = pauseWhenLong();
    if (pause !== undefined) await pause;
    return resultOf(this.answer(sql, parameters));
  }
}
