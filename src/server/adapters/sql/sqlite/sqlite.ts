/**
 * The store in one SQLite file: a thread that writes, threads that read.
 * Invariant: readers see only what has been committed; what `commit` acknowledged is on the disk.
 */
import type { Store, Stores, UnitOfWork } from '#server/core/kernel/stores.ts';
import { databaseOver, type ExecutionResult, type Executor } from '../database.ts';
import { migrate, migrationMilliseconds } from '../migrations.ts';
import { storesOver } from '../stores/stores.ts';
import type { Connection } from '../stores/table-rows.ts';
import { sqliteEngine } from './sqlite-engine.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { SqliteWriter, type WriterTurn } from './sqlite-writer.ts';

const QUERY_MILLISECONDS = 20_000;
const HOLD_MILLISECONDS = 60_000;
/** For units that are being written when the store is closed. */
const GRACE_MILLISECONDS = 1_000;

export interface SqliteStore extends Store {
  /** How many units wait for the writer, and for how long the first one has. */
  writerQueue(): { readonly waiting: number; readonly milliseconds: number };
}

export async function openSqlite({
  file,
  readers = 2,
  timeLimit = QUERY_MILLISECONDS,
  holdLimit = HOLD_MILLISECONDS,
}: {
  readonly file: string;
  readonly readers?: number;
  /** Milliseconds after which a query is stopped. */
  readonly timeLimit?: number;
  /** Milliseconds after which a unit that writes is undone. */
  readonly holdLimit?: number;
}): Promise<SqliteStore> {
  const writing = await SqliteThread.start({ file, writable: true, timeLimit });
  const writer = new SqliteWriter(writing, holdLimit);
  try {
    const turn = await writer.turn(migrationMilliseconds);
    try {
      await migrate(databaseOver(turn, sqliteEngine), sqliteEngine);
      await turn.commit();
    } catch (error) {
      await turn.rollback();
      throw error;
    }
  } catch (error) {
    await writing.close();
    throw error;
  }
  const reading = await Promise.all(
    Array.from({ length: readers }, () => SqliteThread.start({ file, writable: false, timeLimit })),
  );
  const stores = storesOver(new LeastBusy(reading), sqliteEngine);
  return {
    engine: 'sqlite',
    begin: () => new SqliteUnit(stores, writer),
    writerQueue: () => writer.queue,
    close: async () => {
      await writer.close(GRACE_MILLISECONDS);
      await Promise.all(reading.map((thread) => thread.close()));
      // Last, so that its closing moves the write-ahead log into the file.
      await writing.close();
    },
  };
}

/** For copying a whole file. */
export async function connectSqlite(file: string, writable: boolean): Promise<Connection> {
  const thread = await SqliteThread.start({ file, writable, timeLimit: QUERY_MILLISECONDS });
  return {
    engine: sqliteEngine,
    execute: (statement, parameters) => thread.execute(statement, parameters),
    beginSnapshot: async () => {
      await thread.execute('BEGIN');
    },
    // Its paths tell whether two files are the same, and a second writer waits and fails.
    reserve: async () => true,
    close: () => thread.close(),
  };
}

class LeastBusy implements Executor {
  readonly #threads: readonly SqliteThread[];

  constructor(threads: readonly SqliteThread[]) {
    this.#threads = threads;
  }

  execute(sql: string, parameters: readonly unknown[]): Promise<ExecutionResult> {
    const thread = this.#threads.reduce((best, one) => (one.load < best.load ? one : best));
    return thread.execute(sql, parameters);
  }
}

class SqliteUnit implements UnitOfWork {
  readonly #reading: Stores;
  readonly #writer: SqliteWriter;
  #turn: Promise<WriterTurn> | undefined;
  #writing: Stores | undefined;

  constructor(reading: Stores, writer: SqliteWriter) {
    this.#reading = reading;
    this.#writer = writer;
  }

  get stores(): Stores {
    return this.#writing ?? this.#reading;
  }

  get isWriting(): boolean {
    return this.#turn !== undefined;
  }

  async writer(): Promise<Stores> {
    this.#turn ??= this.#writer.turn();
    const turn = await this.#turn;
    this.#writing ??= storesOver(turn, sqliteEngine);
    return this.#writing;
  }

  async commit(): Promise<void> {
    await (await this.#turn)?.commit();
  }

  async rollback(): Promise<void> {
    await (await this.#turn)?.rollback();
  }
}
