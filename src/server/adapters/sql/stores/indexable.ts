/** Limits for indexed texts. Invariant: a text too long for one engine's index is refused on both. */
import { RepositoryError } from '#server/core/kernel/errors.ts';

/** Bytes of all texts in an index entry; PostgreSQL's limit, with its own overhead, is 2,704. */
export const mostBytes = 2_500;

export function requireIndexable(...texts: readonly string[]): void {
  requireFits(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
}

/** Checks a path and the chain of its place (path-range.ts), whose numbers have at most ten digits. */
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
