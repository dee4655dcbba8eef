/**
 * One transaction on one PostgreSQL connection. Statements are sent without waiting for earlier answers: statements whose
 * answer is not needed cost no round trip.
 * Invariant: after the first failure the server runs no further statement, and answers COMMIT as a rollback.
 */
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { type ExecutionResult, type Executor, type StatementTraits, TakenError } from '../database.ts';
import { followsFailure, translate } from './postgres-failure.ts';
import { type NamedStatement, plainValues, StatementBatch } from './statement-batch.ts';

/** In milliseconds. */
export interface WritingLimits {
  readonly hold: number;
  /** How long after its time limit a server may stop a statement; after that it counts as hanging. */
  readonly silence: number;
}

export class QueryExecutor implements Executor {
  readonly #target: pg.Pool | pg.ClientBase;
  readonly #timeoutOption: { readonly query_timeout?: number };

  /** @param queryTimeoutMs instead of the connection's own */
  constructor(target: pg.Pool | pg.ClientBase, queryTimeoutMs?: number) {
    this.#target = target;
    this.#timeoutOption = queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs };
  }

  async execute(
    text: string,
    parameters: readonly unknown[],
    { name }: StatementTraits = {},
  ): Promise<ExecutionResult> {
    try {
      const query = {
        text,
        values: [...parameters],
        ...this.#timeoutOption,
        ...(name === undefined ? {} : { name }),
      };
      const { rows, rowCount } = await this.#target.query<Record<string, unknown>>(query);
      return { rows, changes: rowCount ?? 0 };
    } catch (cause) {
      throw translate(cause);
    }
  }
}

interface Waiting {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly traits: StatementTraits;
  /** Undefined for statements whose answer is not needed. */
  readonly answer?: PromiseWithResolvers<ExecutionResult>;
}

interface Named extends Waiting {
  readonly statement: NamedStatement;
}

/** Names of the statements that a connection has prepared. */
const knownNames = new WeakMap<pg.PoolClient, Set<string>>();

export class PostgresTurn implements Executor {
  readonly #client: Promise<pg.PoolClient>;
  readonly #holdMilliseconds: number;
  #hasBegun = false;
  #isOver = false;
  /** Why the transaction was ended from outside. */
  #ended: Error | undefined;
  #first: unknown;
  /** The first failure of a statement whose answer is not needed. */
  #broken: Error | undefined;
  /** Not sent yet, in order: sent with the first statement whose answer is needed, or at the end of the event loop's turn. */
  #waiting: Waiting[] = [];
  /** Answers that must still be checked. */
  readonly #deferred: Promise<unknown>[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #queryTimeoutMs: number;

  constructor(pool: pg.Pool, { hold, silence }: WritingLimits) {
    this.#queryTimeoutMs = hold + silence;
    this.#holdMilliseconds = hold;
    this.#client = this.#connect(pool);
    // All statements and the commit fail with it, so it must not count as unhandled by itself.
    this.#client.catch(() => undefined);
  }

  async execute(
    sql: string,
    parameters: readonly unknown[],
    traits: StatementTraits = {},
  ): Promise<ExecutionResult> {
    if (this.#isOver) throw this.#ended ?? new Error('The unit of work is over');
    const statement = { sql, parameters, traits };
    if (traits.deferred !== undefined) {
      this.#waiting.push(statement);
      if (this.#waiting.length === 1) this.#sendSoon();
      return { rows: [], changes: 0 };
    }
    const answer = Promise.withResolvers<ExecutionResult>();
    this.#waiting.push({ ...statement, answer });
    this.#client.then((client) => this.#send(client), answer.reject);
    try {
      return await answer.promise;
    } catch (error) {
      await Promise.all(this.#deferred);
      throw this.#broken ?? error;
    }
  }

  async commit(): Promise<void> {
    if (this.#isOver) throw this.#ended ?? new Error('The unit of work is over');
    // The server answers COMMIT as a rollback when a statement has failed.
    if ((await this.#end('commit')) !== 'COMMIT')
      throw (
        this.#broken ?? new RepositoryError('conflict', 'The transaction had failed', { cause: this.#first })
      );
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    // Without a connection there is nothing to undo; the server has undone a lost one.
    await this.#end('rollback').catch(() => undefined);
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      const client = await pool.connect();
      if (!this.#isOver) this.#timer = setTimeout(() => void this.#expire(), this.#holdMilliseconds);
      return client;
    } catch (cause) {
      throw translate(cause);
    }
  }

  #begin(client: pg.PoolClient): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    client
      .query(`begin; set local statement_timeout = ${this.#holdMilliseconds}`)
      .catch((cause: unknown) => (this.#broken ??= translate(cause)));
  }

  async #run(client: pg.PoolClient, { sql, parameters, traits }: Waiting): Promise<ExecutionResult> {
    try {
      const result = await new QueryExecutor(client, this.#queryTimeoutMs).execute(sql, parameters, traits);
      if (traits.name !== undefined) namesKnownTo(client).add(traits.name);
      return result;
    } catch (error) {
      this.#first ??= error;
      // Later statements fail because of the first failure.
      throw followsFailure(error) ? this.#first : error;
    }
  }

  #sendSoon(): void {
    this.#client.then(
      (client) => process.nextTick(() => this.#send(client)),
      // The commit fails with it.
      () => undefined,
    );
  }

  /** Sends all waiting statements: prepared ones whose answer is not needed together, others one by one. */
  #send(client: pg.PoolClient): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    this.#begin(client);
    this.#sendEach(client, waiting);
  }

  #sendEach(client: pg.PoolClient, waiting: readonly Waiting[]): void {
    const known = namesKnownTo(client);
    let together: Named[] = [];
    const sendTogether = (): void => {
      if (together.length > 0) this.#deferred.push(this.#runTogether(client, together));
      together = [];
    };
    for (const each of waiting) {
      const { answer, parameters, traits } = each;
      const { name = '' } = traits;
      const values = answer === undefined && known.has(name) ? plainValues(parameters) : undefined;
      if (values !== undefined) {
        together.push({ ...each, statement: { name, values } });
        continue;
      }
      sendTogether();
      const result = this.#run(client, each);
      if (answer !== undefined) result.then(answer.resolve, answer.reject);
      else this.#deferred.push(result.catch((error: unknown) => this.#fail(error, each)));
    }
    sendTogether();
  }

  async #runTogether(client: pg.PoolClient, statements: readonly Named[]): Promise<void> {
    const answered = Promise.withResolvers<Error | undefined>();
    const batch = new StatementBatch(
      statements.map(({ statement }) => statement),
      this.#queryTimeoutMs,
      answered.resolve,
    );
    client.query(batch);
    const cause = await answered.promise;
    if (cause === undefined) return;
    const error = translate(cause);
    // The first failure may have arrived in the same packet, and still be on its way through promises.
    if (followsFailure(error)) await setImmediate();
    this.#first ??= error;
    this.#fail(followsFailure(error) ? this.#first : error, statements[batch.completed]);
  }

  #fail(cause: unknown, statement: Waiting | undefined): void {
    const error = cause instanceof Error ? cause : translate(cause);
    this.#broken ??=
      (error instanceof TakenError ? statement?.traits.deferred?.taken?.() : undefined) ?? error;
  }

  async #expire(): Promise<void> {
    this.#ended = new RepositoryError('overloaded', 'The call changed things for too long and was undone');
    await this.rollback();
  }

  async #end(statement: 'commit' | 'rollback'): Promise<string> {
    this.#isOver = true;
    const client = await this.#client;
    clearTimeout(this.#timer);
    try {
      const command = await (statement === 'commit' ? this.#commit(client) : this.#rollback(client));
      await Promise.all(this.#deferred);
      client.release();
      return command;
    } catch (cause) {
      client.release(true);
      throw translate(cause);
    }
  }

  async #commit(client: pg.PoolClient): Promise<string> {
    const [only, ...others] = this.#waiting;
    if (!this.#hasBegun && others.length === 0) {
      if (only === undefined) return 'COMMIT';
      // A single statement is a transaction by itself.
      this.#waiting = [];
      this.#sendEach(client, [only]);
      await Promise.all(this.#deferred);
      return this.#broken === undefined ? 'COMMIT' : 'ROLLBACK';
    }
    this.#send(client);
    return this.#finish(client, 'commit');
  }

  async #rollback(client: pg.PoolClient): Promise<string> {
    this.#waiting = [];
    return this.#hasBegun ? this.#finish(client, 'rollback') : 'ROLLBACK';
  }

  async #finish(client: pg.PoolClient, text: 'commit' | 'rollback'): Promise<string> {
    const query = { text, query_timeout: this.#queryTimeoutMs };
    return (await client.query(query)).command;
  }
}

function namesKnownTo(client: pg.PoolClient): Set<string> {
  const known = knownNames.get(client) ?? new Set<string>();
  knownNames.set(client, known);
  return known;
}
