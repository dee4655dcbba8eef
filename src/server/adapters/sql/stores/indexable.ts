/** Texts that stand in an index. Invariant: what is longer than every engine can index is refused by all of them. */
import { RepositoryError } from '#server/core/kernel/errors.ts';

/** Bytes of all texts in one entry; PostgreSQL takes 2,704 with what it adds. */
const MOST_BYTES = 2_500;

export function requireIndexable(...texts: readonly string[]): void {
  requireFits(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
}

export function requireFits(bytes: number): void {
  if (bytes > MOST_BYTES) throw new RepositoryError('badRequest', 'The value is too large');
}
