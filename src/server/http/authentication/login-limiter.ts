/**
 * Slows down guessing of passwords.
 * Invariant: bounded memory; counts failures per address and name, so that nobody can lock out somebody elsewhere.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Clock } from '#server/core/kernel/ports.ts';

const window = 5 * 60_000;
const allowedFailures = 20;
const maxEntries = 10_000;

export class LoginLimiter {
  readonly #clock: Clock;
  readonly #failures = new Map<string, { count: number; since: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws while there were too many failures. */
  check(address: string, username: string): void {
    const failures = this.#current(key(address, username));
    if (failures !== undefined && failures.count >= allowedFailures) {
      throw new RepositoryError('overloaded', 'Too many failed sign-ins; try again in a few minutes', {
        status: 429,
      });
    }
  }

  failed(address: string, username: string): void {
    const name = key(address, username);
    const failures = this.#current(name) ?? { count: 0, since: this.#clock.now().getTime() };
    this.#failures.delete(name);
    this.#failures.set(name, { ...failures, count: failures.count + 1 });
    const oldest = this.#failures.keys().next();
    if (this.#failures.size > maxEntries && !oldest.done) this.#failures.delete(oldest.value);
  }

  succeeded(address: string, username: string): void {
    this.#failures.delete(key(address, username));
  }

  #current(name: string): { readonly count: number; readonly since: number } | undefined {
    const failures = this.#failures.get(name);
    return failures && this.#clock.now().getTime() - failures.since < window ? failures : undefined;
  }
}

function key(address: string, username: string): string {
  return `${address}\n${username}`;
}
