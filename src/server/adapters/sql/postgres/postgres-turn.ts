/**
 * One transaction on one connection of PostgreSQL. Statements are sent as they come, without waiting for the answers
 * of those before them: what nobody waits for costs no round trip.
 * Invariant: after the first failure the server runs no other statement, and COMMIT is answered as a rollback.
 */
import type pg from 'pg';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { type ExecutionResult, type Executor, type StatementTraits, TakenError } from '../database.ts';
import { followsFailure, translate } from './postgres-failure.ts';

/** In milliseconds. */
export interface WritingLimits {
  readonly hold: number;
  /** How late a server may stop a statement by itself; then it hangs. */
  readonly silence: number;
}

export class QueryExecutor implements Executor {
  readonly #target: pg.Pool | pg.ClientBase;
  readonly #timeoutOption: { readonly query_timeout?: number };

  /** @param queryTimeoutMs other than the connection's own */
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

export class PostgresTurn implements Executor {
  readonly #client: Promise<pg.PoolClient>;
  #isOver = false;
  /** Why it was ended by others than its unit. */
  #ended: Error | undefined;
  #first: unknown;
  /** The first failure of a statement that nobody waited for. */
  #broken: Error | undefined;
  /** Until all those answers have been looked at. */
  readonly #deferred: Promise<unknown>[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #queryTimeoutMs: number;

  constructor(pool: pg.Pool, { hold, silence }: WritingLimits) {
    this.#queryTimeoutMs = hold + silence;
    this.#client = this.#begin(pool, hold);
    // Every statement and the commit fail with it; alone it must not count as unhandled.
    this.#client.catch(() => undefined);
  }

  async execute(
    sql: string,
    parameters: readonly unknown[],
    traits: StatementTraits = {},
  ): Promise<ExecutionResult> {
    if (this.#isOver) throw this.#ended ?? new Error('The unit of work is over');
    const result = this.#send(sql, parameters, traits);
    const { deferred } = traits;
    if (deferred === undefined) {
      return result.catch(async (error: Error) => {
        await Promise.all(this.#deferred);
        throw this.#broken ?? error;
      });
    }
    const seen = result.catch((error: Error) => {
      this.#broken ??= (error instanceof TakenError ? deferred.taken?.() : undefined) ?? error;
    });
    this.#deferred.push(seen);
    return { rows: [], changes: 0 };
  }

  async commit(): Promise<void> {
    if (this.#isOver) throw this.#ended ?? new Error('The unit of work is over');
    // COMMIT of a transaction in which a statement failed is answered as a rollback.
    if ((await this.#end('commit')) !== 'COMMIT')
      throw (
        this.#broken ?? new RepositoryError('conflict', 'The transaction had failed', { cause: this.#first })
      );
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    // Without a connection there is nothing to undo; a lost one was undone by the server.
    await this.#end('rollback').catch(() => undefined);
  }

  async #begin(pool: pg.Pool, holdMilliseconds: number): Promise<pg.PoolClient> {
    try {
      const client = await pool.connect();
      client
        .query(`begin; set local statement_timeout = ${holdMilliseconds}`)
        .catch((cause: unknown) => (this.#broken ??= translate(cause)));
      if (!this.#isOver) this.#timer = setTimeout(() => void this.#expire(), holdMilliseconds);
      return client;
    } catch (cause) {
      throw translate(cause);
    }
  }

  async #send(
    sql: string,
    parameters: readonly unknown[],
    traits: StatementTraits,
  ): Promise<ExecutionResult> {
    const client = await this.#client;
    try {
      return await new QueryExecutor(client, this.#queryTimeoutMs).execute(sql, parameters, traits);
    } catch (error) {
      this.#first ??= error;
      // What comes after a failure fails for the same reason.
      throw followsFailure(error) ? this.#first : error;
    }
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
      const query = { text: statement, query_timeout: this.#queryTimeoutMs };
      const { command } = await client.query(query);
      await Promise.all(this.#deferred);
      client.release();
      return command;
    } catch (cause) {
      client.release(true);
      throw translate(cause);
    }
  }
}
