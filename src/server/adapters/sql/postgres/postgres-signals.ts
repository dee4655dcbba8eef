/**
 * Signals between the servers of one PostgreSQL database, by LISTEN and NOTIFY.
 * Invariant: nothing depends on them: without the connection, servers find jobs by looking regularly, and listeners to
 * broadcasts are told that some may be lost. They are sent after commits, as NOTIFY inside a transaction makes commits wait
 * for each other; and only while another server listens, as each is a transaction that changes the committed state
 * (committed-state.ts).
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ServerSignals } from '../server-signals.ts';

/** Messages on both channels begin with their schema and the sending server. */
const JOBS = 'muniment_jobs';
const BROADCASTS = 'muniment_broadcasts';
/** A listener holds this shared lock before it could miss anything: messages are sent only while another server holds it. */
const listen = `select current_schema() as schema, pg_backend_pid() as process,
  pg_advisory_lock_shared(hashtext('muniment listeners'), hashtext(current_schema()))`;
const notify = `select pg_notify($1, current_schema() || ' ' || $2 || ' ' || $3) where exists (
  select from pg_locks where locktype = 'advisory' and pid <> $4
    and database = (select oid from pg_database where datname = current_database())
    and classid = hashtext('muniment listeners')::oid and objid = hashtext(current_schema())::oid and objsubid = 2)`;
/** The signals of many commits are sent together. */
const GATHER_MILLISECONDS = 20;
const RECONNECT_MILLISECONDS = 5_000;

export class PostgresSignals {
  readonly #local = new ServerSignals();
  readonly #server = randomUUID();
  readonly #pool: pg.Pool;
  readonly #connectionString: string;
  #schema = '';
  /** The database's process for the listening connection. */
  #process = 0;
  #client: pg.Client | undefined;
  #sending: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #isListening = false;
  #isClosed = false;

  constructor(pool: pg.Pool, connectionString: string) {
    this.#pool = pool;
    this.#connectionString = connectionString;
  }

  onJobs(listener: () => void): () => void {
    this.#begin();
    return this.#local.jobs.listen(listener);
  }

  wake(): void {
    this.#local.jobs.send();
    if (this.#isClosed) return;
    this.#sending ??= setTimeout(() => {
      this.#sending = undefined;
      this.#notify(JOBS, '');
    }, GATHER_MILLISECONDS);
  }

  onBroadcast(listener: (message: string | undefined) => void): () => void {
    this.#begin();
    return this.#local.broadcasts.listen(listener);
  }

  broadcast(message: string): void {
    this.#local.broadcasts.send(message);
    if (!this.#isClosed) this.#notify(BROADCASTS, message);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#sending);
    clearTimeout(this.#reconnecting);
    await this.#client?.end().catch(() => undefined);
  }

  #notify(channel: string, message: string): void {
    const values = [channel, this.#server, message, this.#process];
    this.#pool.query({ name: 'notify', text: notify, values }).catch(() => undefined);
  }

  #begin(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client({ connectionString: this.#connectionString, keepAlive: true });
    this.#client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      const message = this.#read(payload);
      if (message === undefined) return;
      if (channel === JOBS) this.#local.jobs.send();
      else this.#local.broadcasts.send(message);
    });
    client.on('error', () => undefined);
    client.on('end', () => this.#connectAgain(client));
    try {
      await client.connect();
      const { rows } = await client.query<{ schema: string; process: number }>(listen);
      this.#schema = rows[0]?.schema ?? '';
      this.#process = rows[0]?.process ?? 0;
      await client.query(`listen ${JOBS}`);
      await client.query(`listen ${BROADCASTS}`);
      // Looks for jobs that were queued before this, and tells listeners that broadcasts may be lost.
      this.#local.jobs.send();
      this.#local.broadcasts.send(undefined);
    } catch {
      await client.end().catch(() => undefined);
      this.#connectAgain(client);
    }
  }

  /** Undefined for messages of another schema, and for this server's own, which it has handled already. */
  #read(payload: string): string | undefined {
    const start = `${this.#schema} `;
    if (!payload.startsWith(start)) return undefined;
    const [sender = ''] = payload.slice(start.length).split(' ', 1);
    return sender === this.#server ? undefined : payload.slice(start.length + sender.length + 1);
  }

  #connectAgain(client: pg.Client): void {
    if (this.#client !== client || this.#isClosed) return;
    this.#client = undefined;
    this.#reconnecting = setTimeout(() => void this.#connect(), RECONNECT_MILLISECONDS);
  }
}
