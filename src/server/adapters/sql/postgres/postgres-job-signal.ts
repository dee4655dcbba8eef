/**
 * The signal of queued jobs between the servers of one PostgreSQL, by LISTEN and NOTIFY.
 * Invariant: nobody waits for it and nothing depends on it: while its connection is gone, jobs are found by the slow
 * look that every server takes anyway. It is sent after commits, since NOTIFY inside them lets them commit only one
 * after the other.
 */
import pg from 'pg';
import { JobSignal } from '../job-signal.ts';

/** Other servers on the same database and another schema look once in vain. */
const CHANNEL = 'muniment_jobs';
/** Many commits tell the others once. */
const GATHER_MILLISECONDS = 20;
const RECONNECT_MILLISECONDS = 5_000;

export class PostgresJobSignal {
  readonly #local = new JobSignal();
  readonly #pool: pg.Pool;
  readonly #connectionString: string;
  #client: pg.Client | undefined;
  #sending: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #isListening = false;
  #isClosed = false;

  constructor(pool: pg.Pool, connectionString: string) {
    this.#pool = pool;
    this.#connectionString = connectionString;
  }

  listen(listener: () => void): () => void {
    if (!this.#isListening) {
      this.#isListening = true;
      void this.#connect();
    }
    return this.#local.listen(listener);
  }

  wake(): void {
    this.#local.wake();
    if (this.#isClosed) return;
    this.#sending ??= setTimeout(() => {
      this.#sending = undefined;
      this.#pool.query('select pg_notify($1, $2)', [CHANNEL, '']).catch(() => undefined);
    }, GATHER_MILLISECONDS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#sending);
    clearTimeout(this.#reconnecting);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client({ connectionString: this.#connectionString, keepAlive: true });
    this.#client = client;
    client.on('notification', () => this.#local.wake());
    client.on('error', () => undefined);
    client.on('end', () => this.#connectAgain(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      // What was queued before this is found now.
      this.#local.wake();
    } catch {
      await client.end().catch(() => undefined);
      this.#connectAgain(client);
    }
  }

  #connectAgain(client: pg.Client): void {
    if (this.#client !== client || this.#isClosed) return;
    this.#client = undefined;
    this.#reconnecting = setTimeout(() => void this.#connect(), RECONNECT_MILLISECONDS);
  }
}
