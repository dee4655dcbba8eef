/**
 * The limits of one call or job: steps, bytes that it makes in memory, and time (R12).
 * Invariants: every loop whose length a caller chooses spends steps here; no such loop blocks the event loop for long;
 * a call ends soon after its caller has left.
 */
import { errors, RepositoryError } from './errors.ts';
import { pauseWhenLong } from './turns.ts';

export interface Limits {
  readonly steps: number;
  readonly bytes: number;
  /** Counted from the first step, so that a request body that arrives slowly costs nothing. */
  readonly milliseconds: number;
  /** Whether it may wait for jobs. A job must not: while it waits it would occupy the place of the job it waits for. */
  readonly mayWait: boolean;
}

export interface CallLimits {
  /** Work done while the caller waits for the answer. */
  readonly call: Limits;
  /** Work done in the background. */
  readonly job: Limits;
  /** A larger tree (in documents) is removed in two steps: the call takes as long as a move, a job removes the rows. */
  readonly removedAtOnce: number;
}

/** Most characters in the properties of a page of documents, as the answer is made in memory: over fifty notes of a megabyte. */
export const pageCharacters = 64 * 1024 * 1024;

export const defaultLimits: CallLimits = {
  call: { steps: 10_000, bytes: 32 * 1024 * 1024, milliseconds: 120_000, mayWait: true },
  job: { steps: 100_000, bytes: 32 * 1024 * 1024, milliseconds: 600_000, mayWait: false },
  removedAtOnce: 500,
};

/** Tells whether the caller has gone or the server stops. An `AbortSignal` is one. */
export interface Ending {
  readonly aborted: boolean;
}

/** Time between two looks of a waiting call; each look is one short read. */
const lookMilliseconds = 100;

export class Budget {
  readonly #limits: Limits;
  readonly #ending: Ending | undefined;
  #steps = 0;
  #bytes = 0;
  #started: number | undefined;

  constructor(limits: Limits, ending?: Ending) {
    this.#limits = limits;
    this.#ending = ending;
  }

  /** Call it at the start of each round of a loop. @throws 400 or 503 when a limit is reached or the caller has gone */
  async step(): Promise<void> {
    const now = performance.now();
    this.#spendStep(now);
    await pauseWhenLong(now);
    this.#requireCaller();
  }

  /** For texts and other values that a call makes from what it was sent. @throws 400 over the limit */
  spendBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > this.#limits.bytes) {
      throw errors.badRequest(`The call makes values of more than ${this.#limits.bytes} bytes`);
    }
  }

  get mayWait(): boolean {
    return this.#limits.mayWait;
  }

  /** Polls until `isDone` holds; false when the time is over first. */
  async waitUntil(isDone: () => Promise<boolean>, milliseconds: number): Promise<boolean> {
    const end = performance.now() + Math.min(milliseconds, this.#limits.milliseconds);
    for (;;) {
      this.#requireCaller();
      if (await isDone()) return true;
      if (performance.now() >= end) return false;
      await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
    }
  }

  #spendStep(now: number): void {
    this.#requireCaller();
    const { steps, milliseconds } = this.#limits;
    if (++this.#steps > steps) throw errors.badRequest(`The call takes more than ${steps} steps`);
    this.#started ??= now;
    if (now - this.#started > milliseconds) {
      throw new RepositoryError('overloaded', 'The call took too long and was stopped');
    }
  }

  #requireCaller(): void {
    if (this.#ending?.aborted) throw new RepositoryError('overloaded', 'The caller has gone');
  }
}
