/**
 * Caches slow answers until the database changes: every page of a long list needs the same count again.
 * Invariant: an answer is never older than the version that it is cached for.
 */
import type { ThreadRows } from './sqlite-protocol.ts';

const ANSWERS = 200;
/** Limits of a cached answer: counts and the ids of a page, but not documents. */
const CELLS = 500;
const CHARACTERS = 100_000;

export class AnswerMemory {
  readonly #readVersion: () => unknown;
  readonly #answers = new Map<string, ThreadRows>();
  #version: unknown;

  constructor(readVersion: () => unknown) {
    this.#readVersion = readVersion;
  }

  /** Call it before asking the database. */
  recall(sql: string, parameters: readonly unknown[]): ThreadRows | undefined {
    const version = this.#readVersion();
    if (version !== this.#version) this.#answers.clear();
    this.#version = version;
    return this.#answers.get(keyOf(sql, parameters));
  }

  /** Call it with the database's answer, after `recall` returned nothing. */
  keep(sql: string, parameters: readonly unknown[], answer: ThreadRows): void {
    const key = keyOf(sql, parameters);
    if (answer.rows.length * answer.columns.length > CELLS || key.length + lengthOf(answer) > CHARACTERS)
      return;
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(key, answer);
  }
}

/** The length of all texts in the answer: a single one may have megabytes. */
function lengthOf({ rows }: ThreadRows): number {
  return rows.flat().reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

function keyOf(sql: string, parameters: readonly unknown[]): string {
  return JSON.stringify([sql, ...parameters]);
}
