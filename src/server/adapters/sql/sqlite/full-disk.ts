/**
 * A SQLite file on a disk without space for SQLite's log: it is read without a log, and opened normally by the first unit
 * that wants to write once there is space.
 * Invariants: nothing is written before that. Only a complete file (without a log) of the newest schema is read like this.
 */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Store, Stores, UnitOfWork } from '#server/core/kernel/stores.ts';
import { newestSchema } from '../migrations.ts';
import type { ServerSignals } from '../server-signals.ts';
import { storesOver } from '../stores/stores.ts';
import { sqliteEngine } from './sqlite-engine.ts';
import { SqliteReader } from './sqlite-reader.ts';
import type { SqliteThread } from './sqlite-thread.ts';

/** Space needed to begin the log and its index. */
const leastBytes = 1024 * 1024;

interface FullDisk {
  readonly file: string;
  readonly timeLimit: number;
  readonly signals: ServerSignals;
  /** @param address the database's address for SQLite */
  readonly startReaders: (address: string) => Promise<readonly SqliteThread[]>;
  /** Opens the database normally. */
  readonly open: () => Promise<Store>;
}

/** @param failure why it could not be opened normally; thrown again when a full disk is not the reason */
export async function openOnFullDisk(disk: FullDisk, failure: unknown): Promise<Store> {
  const { file, timeLimit, signals } = disk;
  if (!(await isFull(file))) throw failure;
  const log = await stat(`${file}-wal`).catch(() => undefined);
  // Data that is only in the log would be missing.
  if (log !== undefined && log.size > 0) throw failure;
  const address = `${pathToFileURL(file).href}?immutable=1`;
  const reader = new SqliteReader(await disk.startReaders(address), address, timeLimit);
  const version = await versionIn(reader);
  if (version !== newestSchema) {
    await reader.close();
    // A first start and an update must write before anything else.
    throw version < newestSchema
      ? new RepositoryError('unavailable', 'The disk is full', { cause: failure })
      : failure;
  }
  const reading = storesOver(reader, sqliteEngine);
  let store: Store | undefined;
  let opening: Promise<Store> | undefined;
  const opened = async (): Promise<Store> => {
    if (store) return store;
    opening ??= disk.open().finally(() => {
      opening = undefined;
    });
    try {
      store = await opening;
      return store;
    } catch (cause) {
      throw new RepositoryError('unavailable', 'The disk is full', { cause });
    }
  };
  return {
    engine: 'sqlite',
    begin: (hints) => store?.begin(hints) ?? new WaitingUnit(reading, opened),
    onJobs: (listener) => signals.jobs.listen(listener),
    broadcast: (message) => signals.broadcasts.send(message),
    onBroadcast: (listener) => signals.broadcasts.listen(listener),
    // Only the unchanged file is read.
    state: async () => (await store?.state()) ?? 'as it lay',
    load: () => store?.load() ?? { waiting: 0 },
    close: async () => {
      await reader.close();
      await (await opening?.catch(() => undefined))?.close();
      await store?.close();
    },
  };
}

async function isFull(file: string): Promise<boolean> {
  const found = await statfs(dirname(file)).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize < leastBytes;
}

/** 0 when nothing is stored yet. */
async function versionIn(reader: SqliteReader): Promise<number> {
  const found = await reader.execute('select version from schema_version', []).catch(() => undefined);
  return Number(found?.rows[0]?.version ?? 0);
}

/** Reads until it wants to write; then it becomes a normal unit, or fails because the disk is full. */
class WaitingUnit implements UnitOfWork {
  readonly #reading: Stores;
  readonly #opened: () => Promise<Store>;
  #unit: UnitOfWork | undefined;

  constructor(reading: Stores, opened: () => Promise<Store>) {
    this.#reading = reading;
    this.#opened = opened;
  }

  get stores(): Stores {
    return this.#unit?.stores ?? this.#reading;
  }

  get isWriting(): boolean {
    return this.#unit?.isWriting ?? false;
  }

  async writer(): Promise<Stores> {
    const store = await this.#opened();
    this.#unit ??= store.begin();
    return this.#unit.writer();
  }

  async hold(): Promise<void> {
    const store = await this.#opened();
    this.#unit ??= store.begin();
    await this.#unit.hold();
  }

  async commit(): Promise<void> {
    await this.#unit?.commit();
  }

  async rollback(): Promise<void> {
    await this.#unit?.rollback();
  }
}
