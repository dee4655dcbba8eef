/**
 * Answers that took long, until the database changes: every page of a long list asks for the same count again.
 * Invariant: an answer is never older than the version that it is kept for.
 */
import type { ThreadRows } from './sqlite-protocol.ts';

const ANSWERS = 200;
/** Counts and ids of one page; not the documents themselves. */
const CELLS = 500;
const CHARACTERS = 100_000;

export class AnswerMemory {
  readonly #readVersion: () => unknown;
  readonly #answers = new Map<string, ThreadRows>();
  #version: unknown;

  constructor(readVersion: () => unknown) {
    this.#readVersion = readVersion;
  }

  /** Call before asking the database. */
  recall(sql: string, parameters: readonly unknown[]): ThreadRows | undefined {
    const version = this.#readVersion();
    if (version !== this.#version) this.#answers.clear();
    this.#version = version;
    return this.#answers.get(keyOf(sql, parameters));
  }

  /** What the database answered after `recall` had nothing. */
  keep(sql: string, parameters: readonly unknown[], answer: ThreadRows): void {
    const key = keyOf(sql, parameters);
    if (answer.rows.length * answer.columns.length > CELLS || key.length + lengthOf(answer) > CHARACTERS)
      return;
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(key, answer);
  }
}

/** The length of all texts in it: a single one may have megabytes. */
function lengthOf({ rows }: ThreadRows): number {
  return rows.flat().reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

function keyOf(sql: string, parameters: readonly unknown[]): string {
  return JSON.stringify([sql, ...parameters]);
}
