/** Texts that stand in an index. Invariant: what is longer than every engine can index is refused by all of them. */
import { RepositoryError } from '#server/core/kernel/errors.ts';

/** Bytes of all texts in one entry; PostgreSQL takes 2,704 with what it adds. */
export const mostBytes = 2_500;

export function requireIndexable(...texts: readonly string[]): void {
  requireFits(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
}

/** A path, and the chain of what lies there (path-range.ts), whose numbers have ten digits at most. */
export function requireShort(repository: string, path: string): void {
  requireIndexable(repository, path);
  requireFits(Buffer.byteLength(repository) + (path.split('/').length - 1) * 11);
}

function requireFits(bytes: number): void {
  if (bytes > mostBytes) throw tooLarge();
}

export function tooLarge(): RepositoryError {
  return new RepositoryError('badRequest', 'The value is too large');
}
