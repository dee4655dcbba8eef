/**
 * Statements of the writer's units that wait for the commit which the units share: together they take less than each
 * within its own unit (a full-text index writes what it has gathered at each savepoint), and those that count only need to
 * run once.
 * Invariants: they run in the order in which they came; those of a unit that is taken back never do; a statement that names their
 * table finds them done.
 */
import type { LateTraits } from '../database.ts';
import type { PreparedStatement } from './sqlite-connection.ts';
import type { ThreadAnswer, ThreadFailure } from './sqlite-protocol.ts';

interface Late {
  readonly statement: PreparedStatement;
  readonly parameters: readonly unknown[];
  readonly traits: LateTraits;
  /** By the unit that has its turn, which may still be taken back. */
  isDone: boolean;
}

export class LateStatements {
  readonly #run: (statement: PreparedStatement, parameters: readonly unknown[]) => ThreadAnswer;
  /** Those of units that are finished. */
  #group: Late[] = [];
  /** Those of the unit that has its turn. */
  #unit: Late[] = [];

  constructor(run: (statement: PreparedStatement, parameters: readonly unknown[]) => ThreadAnswer) {
    this.#run = run;
  }

  beginGroup(): void {
    this.#group = [];
    this.#unit = [];
  }

  /** One that is not finished by now was taken back. */
  beginUnit(): void {
    this.#unit = [];
    for (const late of this.#group) late.isDone = false;
  }

  finishUnit(): void {
    this.#group = [...this.#group, ...this.#unit].filter(({ isDone }) => !isDone);
    this.#unit = [];
  }

  /** @param lists of values, for each of which the statement is to run */
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

  /** Those that a statement has to find done. */
  runBefore(sql: string): ThreadFailure | undefined {
    if (this.#group.length === 0 && this.#unit.length === 0) return undefined;
    return this.#runAll(this.#waiting().filter(({ traits }) => sql.includes(traits.table)));
  }

  /** Those of all finished units. */
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
