/**
 * Shares reads of committed data. Concurrent calls begin with the same queries, about the caller and the folder. Those that
 * ask during a query share the next one.
 * Invariant: a caller's query is sent after the call.
 */
import type { ExecutionResult, Executor, StatementTraits } from '../database.ts';

interface Question {
  readonly underWay: Promise<unknown>;
  next: Promise<ExecutionResult> | undefined;
}

export class SharedReads implements Executor {
  readonly #target: Executor;
  readonly #questions = new Map<string, Question>();

  constructor(target: Executor) {
    this.#target = target;
  }

  execute(
    sql: string,
    parameters: readonly unknown[],
    traits: StatementTraits = {},
  ): Promise<ExecutionResult> {
    const { name, isShort = false } = traits;
    const ask = (): Promise<ExecutionResult> => this.#target.execute(sql, parameters, traits);
    if (name === undefined || !isShort) return ask();
    const key = JSON.stringify([name, parameters]);
    const known = this.#questions.get(key);
    if (known === undefined) return this.#begin(key, ask);
    known.next ??= known.underWay.then(() => this.#begin(key, ask));
    return known.next;
  }

  #begin(key: string, ask: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
    const reading = ask();
    const ended = (): void => {
      if (this.#questions.get(key) === question && question.next === undefined) this.#questions.delete(key);
    };
    const question: Question = { underWay: reading.then(ended, ended), next: undefined };
    this.#questions.set(key, question);
    return reading;
  }
}
