/**
 * Numbers for committed states, counted by the writing connection: data read while a number was the newest one is unchanged
 * while it still is, and need not be read again at the unit's turn (ADR 145).
 * Invariant: in doubt a number is skipped: after a failed commit, or a commit of another connection.
 */
export class WriterState {
  readonly #version: () => string;
  /** SQLite's own number for commits of other connections. */
  #seen: string | undefined;
  #number = 0;
  #isUntouched = false;

  /** @param version changes when another connection commits; read only inside a transaction, when none can */
  constructor(version: () => string) {
    this.#version = version;
  }

  beginGroup(): void {
    const version = this.#version();
    if (version !== this.#seen) this.#number += 1;
    this.#seen = version;
    this.#isUntouched = true;
  }

  /** The unit's changes stay. */
  finishUnit(): void {
    this.#isUntouched = false;
  }

  /** Called whether or not the commit succeeds. */
  commit(): void {
    this.#number += 1;
  }

  get number(): number {
    return this.#number;
  }

  /** Whether the state is still that of the number; always false for data read before the first commit. */
  is(number: number | undefined): boolean {
    return this.#isUntouched && number === this.#number;
  }
}
