/**
 * Remembers digests of files that arrive in pieces, from piece to piece, so that joining them does not read them all again.
 * Invariant: only a cache of this process; pieces that are not remembered are digested when they are joined.
 */
import type { Bytes } from '#server/core/kernel/ports.ts';
import { Digests } from './digests.ts';

const mostFiles = 1_000;

export class DigestsOfPieces {
  /** By the keys of all pieces so far; the most recently used ones are last. */
  readonly #all = new Map<string, Digests>();

  /** Digests to continue; undefined when the pieces are not remembered. */
  after(pieces: readonly string[]): Digests | undefined {
    if (pieces.length === 0) return new Digests();
    const known = this.#all.get(nameOf(pieces));
    return known && new Digests(known);
  }

  remember(pieces: readonly string[], digests: Digests): void {
    this.#all.delete(nameOf(pieces.slice(0, -1)));
    this.#all.set(nameOf(pieces), digests);
    const [oldest] = this.#all.keys();
    if (this.#all.size > mostFiles && oldest !== undefined) this.#all.delete(oldest);
  }
}

export async function* digested(source: Bytes, digests: Digests): Bytes {
  for await (const bytes of source) {
    digests.update(bytes);
    yield bytes;
  }
}

function nameOf(pieces: readonly string[]): string {
  return pieces.join(' ');
}
