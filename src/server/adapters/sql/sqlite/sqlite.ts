/**
 * The store in one SQLite file: a thread that writes, threads that read.
 * Invariant: readers see only what has been committed; what `commit` acknowledged is on the disk.
 */
import type { Store, Stores, UnitOfWork } from '#server/core/kernel/stores.ts';
import { databaseOver } from '../database.ts';
import { migrate, migrationMilliseconds, newestSchema, schemaVersion } from '../migrations.ts';
import { ListMemory } from '../nxql/list-memory.ts';
import { ServerSignals } from '../server-signals.ts';
import { storesOver } from '../stores/stores.ts';
import type { Connection } from '../stores/table-rows.ts';
import { openOnFullDisk } from './full-disk.ts';
import { LateTurn } from './late-turn.ts';
import { sqliteEngine } from './sqlite-engine.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { SqliteWriter } from './sqlite-writer.ts';

const QUERY_MILLISECONDS = 20_000;
const HOLD_MILLISECONDS = 60_000;
/** Time for units that are writing when the store is closed. */
const GRACE_MILLISECONDS = 1_000;

/**
 * KiB of pages that a thread caches. Pages that several threads need are in the system's mapping of the file; the writer
 * needs more of its own, since it can change pages only there.
 */
const WRITER_CACHE = 32 * 1024;
const READER_CACHE = 16 * 1024;
/** For readers that are started for a while only. */
const SMALL_CACHE = 4 * 1024;

interface SqliteOptions {
  readonly file: string;
  readonly readers?: number;
  /** Milliseconds after which a query is stopped. */
  readonly timeLimit?: number;
  /** Milliseconds after which a writing unit is undone. */
  readonly holdLimit?: number;
}

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { file, readers = 2, timeLimit = QUERY_MILLISECONDS, holdLimit = HOLD_MILLISECONDS } = options;
  const signals = new ServerSignals();
  const startReaders = (address: string): Promise<readonly SqliteThread[]> =>
    Promise.all(
      Array.from({ length: readers }, () =>
        SqliteThread.start({ file: address, writable: false, timeLimit, pageCache: READER_CACHE }),
      ),
    );
  const startReader = (): Promise<SqliteThread> =>
    SqliteThread.start({ file, writable: false, timeLimit, pageCache: SMALL_CACHE });
  const open = (): Promise<Store> =>
    openWritable({ file, timeLimit, holdLimit, signals, startReaders, startReader });
  try {
    return await open();
  } catch (error) {
    return openOnFullDisk({ file, timeLimit, signals, startReaders, open }, error);
  }
}

async function openWritable({
  file,
  timeLimit,
  holdLimit,
  signals,
  startReaders,
  startReader,
}: Required<Pick<SqliteOptions, 'file' | 'timeLimit' | 'holdLimit'>> & {
  readonly signals: ServerSignals;
  readonly startReaders: (address: string) => Promise<readonly SqliteThread[]>;
  readonly startReader: () => Promise<SqliteThread>;
}): Promise<Store> {
  const writing = await SqliteThread.start({ file, writable: true, timeLimit, pageCache: WRITER_CACHE });
  let opened: SqliteReader | undefined;
  // When this look fails, the writer itself moves the log some time later.
  const writer = new SqliteWriter(writing, holdLimit, () => opened?.lookAtLogSoon());
  try {
    await migrateWhenOld(writing, writer);
  } catch (error) {
    await writing.close();
    throw error;
  }
  const reading = await startReaders(file).catch(async (error: unknown) => {
    await writing.close();
    throw error;
  });
  const reader = new SqliteReader(reading, file, timeLimit, {
    restartLog: () => writer.restartLog(),
    startThread: startReader,
  });
  opened = reader;
  writing.onReport = () => reader.endSnapshot();
  const stores = storesOver(reader, sqliteEngine, { lists: new ListMemory() });
  return {
    engine: 'sqlite',
    begin: ({ mayWrite = false } = {}) => {
      reader.endSnapshot();
      return new SqliteUnit({ stores, reader, writer, signals }, mayWrite ? writer.expect() : undefined);
    },
    onJobs: (listener) => signals.jobs.listen(listener),
    broadcast: (message) => signals.broadcasts.send(message),
    onBroadcast: (listener) => signals.broadcasts.listen(listener),
    state: async () => reader.state,
    load: () => writer.queue,
    close: async () => {
      await writer.close(GRACE_MILLISECONDS);
      await reader.close();
      // Last, because closing it moves the log into the file.
      await writing.close();
    },
  };
}

/** With the newest schema, a program does not wait for other writers, nor block them. */
async function migrateWhenOld(writing: SqliteThread, writer: SqliteWriter): Promise<void> {
  // A new file has no such table.
  const found = await schemaVersion(databaseOver(writing, sqliteEngine)).catch(() => undefined);
  if (found === newestSchema) return;
  const turn = await writer.turn(migrationMilliseconds);
  try {
    await migrate(databaseOver(turn, sqliteEngine), sqliteEngine);
    await turn.commit();
  } catch (error) {
    await turn.rollback();
    throw error;
  }
}

/** For copying a whole file. */
export async function connectSqlite(file: string, writable: boolean): Promise<Connection> {
  const thread = await SqliteThread.start({
    file,
    writable,
    timeLimit: QUERY_MILLISECONDS,
    pageCache: WRITER_CACHE,
  });
  return {
    engine: sqliteEngine,
    execute: (statement, parameters, traits) => thread.execute(statement, parameters, traits),
    beginSnapshot: async () => {
      await thread.execute('BEGIN');
    },
    // Two files are told apart by their paths, and a second writer waits and fails.
    reserve: async () => true,
    close: () => thread.close(),
  };
}

interface UnitParts {
  readonly stores: Stores;
  readonly reader: SqliteReader;
  readonly writer: SqliteWriter;
  readonly signals: ServerSignals;
}

class SqliteUnit implements UnitOfWork {
  readonly #parts: UnitParts;
  /** Tells the writer that this unit is no longer expected. */
  readonly #arrived: (() => void) | undefined;
  readonly #turn: LateTurn;
  /** Units with the hint `mayWrite` are calls, which can run again. */
  #isEarly: boolean;
  #hasJobs = false;
  #writing: Stores | undefined;

  constructor(parts: UnitParts, arrived: (() => void) | undefined) {
    this.#parts = parts;
    this.#arrived = arrived;
    this.#isEarly = arrived === undefined;
    this.#turn = new LateTurn(parts.reader, parts.writer, () => {
      const turn = parts.writer.turn();
      arrived?.();
      return turn;
    });
  }

  get stores(): Stores {
    return this.#writing ?? this.#parts.stores;
  }

  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  async writer(): Promise<Stores> {
    this.#writing ??= storesOver(this.#turn, sqliteEngine, {
      jobQueued: () => {
        this.#hasJobs = true;
      },
    });
    if (this.#isEarly) await this.#turn.take();
    return this.#writing;
  }

  async hold(): Promise<void> {
    this.#isEarly = true;
    if (this.isWriting) await this.#turn.hold();
  }

  async commit(): Promise<void> {
    await this.#turn.commit();
    this.#arrived?.();
    if (this.#hasJobs) this.#parts.signals.jobs.send();
  }

  async rollback(): Promise<void> {
    this.#arrived?.();
    await this.#turn.rollback();
  }
}
