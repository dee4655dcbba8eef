/**
 * The store in a PostgreSQL database, shared by any number of servers.
 * Writing units run READ COMMITTED: rows that a write depends on are locked by the `…ForUpdate` reads and by `lockTree`, and
 * unique indexes decide races; deadlocks become transient conflicts, after which a call runs again.
 * Invariant: a unit holds a connection only while it writes.
 */
import pg from 'pg';
import type { Store, Stores, UnitOfWork } from '#server/core/kernel/stores.ts';
import { databaseOver } from '../database.ts';
import { migrate, migrationMilliseconds } from '../migrations.ts';
import { ListMemory } from '../nxql/list-memory.ts';
import { storesOver } from '../stores/stores.ts';
import type { Connection } from '../stores/table-rows.ts';
import { committedState } from './committed-state.ts';
import { GatheringSocket } from './gathering-socket.ts';
import { LateCounts } from './late-counts.ts';
import { postgresEngine } from './postgres-engine.ts';
import { PostgresSignals } from './postgres-signals.ts';
import { PostgresTurn, QueryExecutor, type WritingLimits } from './postgres-turn.ts';
import { SharedReads } from './shared-reads.ts';

const QUERY_MILLISECONDS = 20_000;
const HOLD_MILLISECONDS = 60_000;
const CONNECT_MILLISECONDS = 10_000;
/** How long after its time limit a server may stop a statement; after that it counts as hanging. */
const SILENCE_MILLISECONDS = 5_000;
/** An arbitrary number: servers that start together migrate one after the other. */
const MIGRATION_LOCK = 7_355_608;

/**
 * Starting parallel workers takes milliseconds: statements of some tens of milliseconds run without them, which leaves the
 * processors to others. (In the planner's units, ten times the default.)
 */
const fewHelpers = 'set parallel_setup_cost = 10000';

/** Compresses texts of 20 kB in a fifth of the time, on servers that were built with lz4. */
const fastCompression = `select set_config('default_toast_compression', 'lz4', false) from pg_settings
  where name = 'default_toast_compression' and 'lz4' = any (enumvals)`;

/** See `ddl.listChanges`. */
const countsListChanges = `set muniment.counts_list_changes = 'yes'`;

const { INT8, JSONB, NUMERIC } = pg.types.builtins;

/** Counts and sums as numbers, JSON as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === JSONB) return String;
    return pg.types.getTypeParser(oid, 'text');
  },
};

export async function openPostgres({
  connectionString,
  connections = 10,
  timeLimit = QUERY_MILLISECONDS,
  holdLimit = HOLD_MILLISECONDS,
  connectLimit = CONNECT_MILLISECONDS,
  silenceLimit = SILENCE_MILLISECONDS,
}: {
  readonly connectionString: string;
  readonly connections?: number;
  /** Milliseconds after which a query is stopped. */
  readonly timeLimit?: number;
  /** Milliseconds after which a writing unit is undone, once its statement has ended. */
  readonly holdLimit?: number;
  /** Milliseconds to wait for a free or new connection. */
  readonly connectLimit?: number | undefined;
  /** How many milliseconds late the server may stop a statement; after that it counts as hanging. */
  readonly silenceLimit?: number;
}): Promise<Store> {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    types,
    statement_timeout: timeLimit,
    query_timeout: timeLimit + silenceLimit,
    connectionTimeoutMillis: connectLimit,
    keepAlive: true,
    pipeline: true,
    stream: () => new GatheringSocket(),
  });
  // The pool replaces a connection that is lost while idle; the next statement fails if the server is gone.
  pool.on('error', () => undefined);
  // The same for one that is lost while in use: without a listener, its error would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.query(`${fewHelpers}; ${countsListChanges}; ${fastCompression}`).catch(() => undefined);
  });
  try {
    const turn = new PostgresTurn(pool, { hold: migrationMilliseconds, silence: silenceLimit });
    try {
      await turn.execute('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await migrate(databaseOver(turn, postgresEngine), postgresEngine);
      await turn.commit();
    } catch (error) {
      await turn.rollback();
      throw error;
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  const stores = storesOver(new SharedReads(new QueryExecutor(pool)), postgresEngine, {
    lists: new ListMemory(),
  });
  const signals = new PostgresSignals(pool, connectionString);
  const counts = new LateCounts(() => stores.documents.settleContentBytes());
  const state = committedState(pool);
  return {
    engine: 'postgres',
    begin: () =>
      new PostgresUnit({ stores, pool, signals, counts }, { hold: holdLimit, silence: silenceLimit }),
    onJobs: (listener) => signals.onJobs(listener),
    broadcast: (message) => signals.broadcast(message),
    onBroadcast: (listener) => signals.onBroadcast(listener),
    state,
    load: () => ({
      waiting: pool.waitingCount,
      connections: { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount },
    }),
    close: async () => {
      await signals.close();
      await counts.close();
      await pool.end();
    },
  };
}

/** For copying a whole database. */
export async function connectPostgres(connectionString: string): Promise<Connection> {
  const client = new pg.Client({ connectionString, types });
  // The next statement fails when the connection is gone.
  client.on('error', () => undefined);
  await client.connect();
  const executor = new QueryExecutor(client);
  // A connection runs one statement at a time.
  let last: Promise<unknown> = Promise.resolve();
  return {
    engine: postgresEngine,
    execute: (statement, parameters) => {
      const result = last.then(() => executor.execute(statement, parameters));
      last = result.catch(() => undefined);
      return result;
    },
    beginSnapshot: async () => {
      await client.query('begin isolation level repeatable read read only');
    },
    reserve: async (alone) => {
      const lock = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
      const { rows } = await client.query<{ taken: boolean }>(
        `select ${lock}($1, hashtext(current_schema())) as taken`,
        [MIGRATION_LOCK],
      );
      return rows[0]?.taken === true;
    },
    close: () => client.end(),
  };
}

interface UnitParts {
  /** For reading. */
  readonly stores: Stores;
  readonly pool: pg.Pool;
  readonly signals: PostgresSignals;
  readonly counts: LateCounts;
}

class PostgresUnit implements UnitOfWork {
  readonly #parts: UnitParts;
  readonly #limits: WritingLimits;
  #hasJobs = false;
  #isUnsettled = false;
  #turn: PostgresTurn | undefined;
  #writing: Stores | undefined;

  constructor(parts: UnitParts, limits: WritingLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  get stores(): Stores {
    return this.#writing ?? this.#parts.stores;
  }

  get isWriting(): boolean {
    return this.#turn !== undefined;
  }

  async writer(): Promise<Stores> {
    this.#turn ??= new PostgresTurn(this.#parts.pool, this.#limits);
    this.#writing ??= storesOver(this.#turn, postgresEngine, {
      jobQueued: () => {
        this.#hasJobs = true;
      },
      unsettled: () => {
        this.#isUnsettled = true;
      },
    });
    return this.#writing;
  }

  /** Nothing to do: reads for a change lock their rows. */
  async hold(): Promise<void> {}

  async commit(): Promise<void> {
    await this.#turn?.commit();
    if (this.#hasJobs) this.#parts.signals.wake();
    if (this.#isUnsettled) this.#parts.counts.settleSoon();
  }

  async rollback(): Promise<void> {
    await this.#turn?.rollback();
  }
}
