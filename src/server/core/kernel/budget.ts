/**
 * What one call or job may use before it is ended: steps, bytes that it makes in memory, and time (R12).
 * Invariants: every loop whose length a caller chooses spends here; nothing that spends keeps the event loop to itself
 * for long; nothing goes on after its caller has left.
 */
import { errors, RepositoryError } from './errors.ts';
import { pauseWhenLong } from './turns.ts';

export interface Limits {
  readonly steps: number;
  readonly bytes: number;
  /** From the first step on, so that a body which arrives slowly costs nothing. */
  readonly milliseconds: number;
  /** A job that waited for the queue would keep its own place in it. */
  readonly mayWait: boolean;
}

export interface CallLimits {
  /** What is done while its caller waits for the answer. */
  readonly call: Limits;
  /** What is done in the background. */
  readonly job: Limits;
  /** With more documents a tree is removed in two steps: a call takes as long as a move, and a job does the rest. */
  readonly removedAtOnce: number;
}

/** In the properties of a page of documents, since the answer is made in memory. Fifty notes of a megabyte are less. */
export const pageCharacters = 64 * 1024 * 1024;

export const defaultLimits: CallLimits = {
  call: { steps: 10_000, bytes: 32 * 1024 * 1024, milliseconds: 120_000, mayWait: true },
  job: { steps: 100_000, bytes: 32 * 1024 * 1024, milliseconds: 600_000, mayWait: false },
  removedAtOnce: 500,
};

/** Whether there is nobody left to work for. An `AbortSignal` is one. */
export interface Ending {
  readonly aborted: boolean;
}

/** Each look of a waiting call is one short read. */
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

  /** Call it at the head of each round of a loop. */
  async step(): Promise<void> {
    const now = performance.now();
    this.#spendStep(now);
    await pauseWhenLong(now);
    this.#requireCaller();
  }

  /** For texts and other values that a call makes out of what it was sent. */
  spendBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > this.#limits.bytes) {
      throw errors.badRequest(`The call makes values of more than ${this.#limits.bytes} bytes`);
    }
  }

  get mayWait(): boolean {
    return this.#limits.mayWait;
  }

  /** Asks again and again; false when the time was over first. */
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
