/**
 * A unit that takes the writer only once all its changes are known. Until then it reads committed data on the server's own
 * thread and gathers its changes. Then everything is sent in one message, beginning with what it read: if that has changed
 * meanwhile, the unit breaks before its first change, and its call runs again (ADR 113).
 * Invariant: the result is the same as if the unit had had the writer from the start.
 */
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type { ExecutionResult, Executor, StatementTraits } from '../database.ts';
import type { Expected } from './sqlite-protocol.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import { resultOf } from './sqlite-thread.ts';
import type { SqliteWriter, WriterTurn } from './sqlite-writer.ts';

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export class LateTurn implements Executor {
  readonly #reader: SqliteReader;
  readonly #writer: Pick<SqliteWriter, 'state'>;
  readonly #takeWriter: () => Promise<WriterTurn>;
  readonly #reads: (Statement & { readonly expected: Expected })[] = [];
  readonly #changes: (Statement & { readonly traits: StatementTraits })[] = [];
  #turn: Promise<WriterTurn> | undefined;
  #isOver = false;

  constructor(
    reader: SqliteReader,
    writer: Pick<SqliteWriter, 'state'>,
    takeWriter: () => Promise<WriterTurn>,
  ) {
    this.#reader = reader;
    this.#writer = writer;
    this.#takeWriter = takeWriter;
  }

  async execute(
    sql: string,
    parameters: readonly unknown[],
    traits: StatementTraits = {},
  ): Promise<ExecutionResult> {
    // Reads are answered synchronously and would leave no turn for others. Without a pause all statements keep their order.
    const pause = traits.isShort ? pauseWhenLong() : undefined;
    if (pause !== undefined) await pause;
    if (this.#isOver) throw new Error('The unit of work is over');
    if (this.#turn === undefined && traits.deferred !== undefined) {
      this.#changes.push({ sql, parameters, traits });
      return { rows: [], changes: 0 };
    }
    // A read after a change may depend on it.
    if (this.#turn === undefined && traits.isShort && this.#changes.length === 0) {
      const { state } = this.#writer;
      const answer = this.#reader.answer(sql, parameters);
      this.#reads.push({ sql, parameters, expected: { rows: answer.rows, state } });
      return resultOf(answer);
    }
    return (await this.take()).execute(sql, parameters, traits);
  }

  /** From here on no other unit changes anything. */
  take(): Promise<WriterTurn> {
    this.#turn ??= this.#takeWriter().then((turn) => {
      for (const { sql, parameters, expected } of this.#reads)
        turn.requireUnchanged(sql, parameters, expected);
      // A unit that has lost the writer already learns so at its commit.
      for (const { sql, parameters, traits } of this.#changes)
        turn.execute(sql, parameters, traits).catch(() => undefined);
      return turn;
    });
    return this.#turn;
  }

  /** Also checks that everything read so far is unchanged. @throws why the unit is broken */
  async hold(): Promise<void> {
    await (await this.take()).requireWhole();
  }

  async commit(): Promise<void> {
    if (this.#turn === undefined && this.#changes.length === 0) return this.rollback();
    const turn = await this.take();
    this.#isOver = true;
    await turn.commit();
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    await (await this.#turn)?.rollback();
  }
}
