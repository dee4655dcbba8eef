/**
 * Statements of the writer's units that are postponed until their shared commit: together they take less time than within
 * each unit (a full-text index writes its pending words at each savepoint), and statements that only count run once.
 * Invariants: they run in order; those of a unit that is rolled back never run; a statement that names their table runs
 * after them.
 */
import type { LateTraits } from '../database.ts';
import type { PreparedStatement } from './sqlite-connection.ts';
import type { ThreadAnswer, ThreadFailure } from './sqlite-protocol.ts';

interface Late {
  readonly statement: PreparedStatement;
  readonly parameters: readonly unknown[];
  readonly traits: LateTraits;
  /** It was run by the unit whose turn it is, and may still be rolled back. */
  isDone: boolean;
}

export class LateStatements {
  readonly #run: (statement: PreparedStatement, parameters: readonly unknown[]) => ThreadAnswer;
  /** Statements of finished units. */
  #group: Late[] = [];
  /** Statements of the unit whose turn it is. */
  #unit: Late[] = [];

  constructor(run: (statement: PreparedStatement, parameters: readonly unknown[]) => ThreadAnswer) {
    this.#run = run;
  }

  beginGroup(): void {
    this.#group = [];
    this.#unit = [];
  }

  /** Drops statements of a previous unit that did not finish, because it was rolled back. */
  beginUnit(): void {
    this.#unit = [];
    for (const late of this.#group) late.isDone = false;
  }

  finishUnit(): void {
    this.#group = [...this.#group, ...this.#unit].filter(({ isDone }) => !isDone);
    this.#unit = [];
  }

  /** @param lists the statement runs once for each list of values */
  add(statement: PreparedStatement, lists: readonly (readonly unknown[])[], traits: LateTraits): void {
    const same = traits.isOnce ? this.#waiting().filter((late) => late.statement === statement) : [];
    const known = new Set(same.map(({ parameters }) => JSON.stringify(parameters)));
    for (const parameters of lists) {
      if (traits.isOnce) {
        const key = JSON.stringify(parameters);
        if (known.has(key)) continue;
        known.add(key);
      }
      this.#unit.push({ statement, parameters, traits, isDone: false });
    }
  }

  /** Runs the statements whose table this statement names. */
  runBefore(sql: string): ThreadFailure | undefined {
    if (this.#group.length === 0 && this.#unit.length === 0) return undefined;
    return this.#runAll(this.#waiting().filter(({ traits }) => sql.includes(traits.table)));
  }

  /** Runs the statements of all finished units. */
  runBeforeCommit(): ThreadFailure | undefined {
    this.beginUnit();
    return this.#runAll(this.#group);
  }

  #waiting(): readonly Late[] {
    return [...this.#group, ...this.#unit].filter(({ isDone }) => !isDone);
  }

  #runAll(all: readonly Late[]): ThreadFailure | undefined {
    for (const late of all) {
      const answer = this.#run(late.statement, late.parameters);
      if ('failure' in answer) return answer;
      late.isDone = true;
    }
    return undefined;
  }
}
