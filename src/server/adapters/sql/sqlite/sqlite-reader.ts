/**
 * Reading a SQLite file: statements that find a few rows by an index are run right here, on the server's own thread,
 * where they take microseconds; everything else goes to a thread that has little to do (reader-threads.ts).
 * In one turn of the event loop they read from one snapshot: beginning to read costs more than most of them, and makes the
 * connection forget its pages where something was committed.
 * Invariants: nothing whose cost grows with the library runs on the server's own thread; a snapshot is no older than the turn,
 * than the last answer of any thread, and than the last unit that began, so that each reads what was committed before it
 * began, by other programs too.
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

/** KiB. What several connections need is in the system's memory of the file anyway. */
const PAGE_CACHE = 4 * 1024;
const LOOK_MILLISECONDS = 20;

export class SqliteReader implements Executor {
  readonly #threads: ReaderThreads;
  readonly #connection: SqliteConnection;
  /** As many as there are short statements in the source. */
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
      /** Has the writer move what is left of a log, which then begins anew. */
      readonly restartLog?: () => Promise<void>;
      /** One more that reads the file. */
      readonly startThread?: () => Promise<SqliteThread>;
    } = {},
  ) {
    this.#threads = new ReaderThreads(threads, () => this.endSnapshot(), startThread);
    this.#restartLog = restartLog;
    this.#connection = new SqliteConnection({
      file,
      writable: false,
      timeLimit,
      // What is short is not worth remembering, however long this thread was kept from it.
      slow: Number.POSITIVE_INFINITY,
      pageCache: PAGE_CACHE,
      // With the first read after a commit the map is thrown away: that takes three times as long as reading a few pages.
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

  /** Another after each commit of another connection; this one writes nothing. */
  get state(): string {
    // Inside a snapshot it would stay what it was.
    this.endSnapshot();
    return this.#connection.version;
  }

  /** Also to be called when something was committed, and when a unit begins. */
  endSnapshot(): void {
    if (!this.#hasSnapshot) return;
    this.#hasSnapshot = false;
    this.#connection.endSnapshot();
  }

  /** After a commit: whoever waits for it does not wait for this. */
  lookAtLogSoon(): void {
    if (this.#isClosed) return;
    this.#looking ??= setTimeout(() => {
      this.#looking = undefined;
      this.moveLogWhenLong().catch(() => undefined);
    }, LOOK_MILLISECONDS);
  }

  /**
   * Were a long log moved by the writer, everybody would wait for that. What is written meanwhile is less each time, and
   * the last of it is the writer's: a log that somebody still adds to never begins anew.
   */
  async moveLogWhenLong(): Promise<void> {
    if (this.#isMovingLog || this.#pagesToMove() < LOG_PAGES) return;
    this.#isMovingLog = true;
    try {
      await this.execute(moveLog, []);
      if (this.#pagesToMove() > SHORT_LOG_PAGES) await this.execute(moveLog, []);
      const left = this.#pagesToMove();
      // Nothing is left where nobody writes. Much is where somebody reads for long what the file would lose.
      if (left > 0 && left <= SHORT_LOG_PAGES) await this.#restartLog();
    } finally {
      this.#isMovingLog = false;
    }
  }

  #pagesToMove(): number {
    if (this.#isClosed) return 0;
    // It is not answered inside a snapshot.
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

  /** Right here. @throws when it is closed */
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

  /** Whoever asks again and again would keep all others waiting: nothing of it waits for anything. */
  async #here(sql: string, parameters: readonly unknown[]): Promise<ExecutionResult> {
    const pause = pauseWhenLong();
    if (pause !== undefined) await pause;
    return resultOf(this.answer(sql, parameters));
  }
}
