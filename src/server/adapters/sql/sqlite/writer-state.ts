/**
 * Numbers for what is committed, counted by the connection that writes: what was read when a number was known is still so while
 * it is the newest one, and need not be read again at the unit's turn (ADR 145).
 * Invariant: in doubt a number is passed over: a commit that failed, one of another connection.
 */
export class WriterState {
  readonly #version: () => string;
  /** The connection's own number for what others commit. */
  #seen: string | undefined;
  #number = 0;
  #isUntouched = false;

  /** @param version changes when another connection commits; asked inside a transaction only, when none can */
  constructor(version: () => string) {
    this.#version = version;
  }

  beginGroup(): void {
    const version = this.#version();
    if (version !== this.#seen) this.#number += 1;
    this.#seen = version;
    this.#isUntouched = true;
  }

  /** Its changes stand. */
  finishUnit(): void {
    this.#isUntouched = false;
  }

  /** Whether it succeeds or not. */
  commit(): void {
    this.#number += 1;
  }

  get number(): number {
    return this.#number;
  }

  /** What is there now is what was there then, which is not known of what was read before the first commit. */
  is(number: number | undefined): boolean {
    return this.#isUntouched && number === this.#number;
  }
}
