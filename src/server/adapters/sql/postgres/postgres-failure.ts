/**
 * What PostgreSQL says → what the repository says (postgresql.org/docs/current/errcodes-appendix.html).
 * Invariant: the driver's error is always the cause.
 */
import { type ErrorCode, RepositoryError } from '#server/core/kernel/errors.ts';

const KNOWN: ReadonlyMap<string, readonly [ErrorCode, string]> = new Map([
  ['23502', ['conflict', 'Concurrent update']],
  ['23503', ['conflict', 'Concurrent update']],
  ['23505', ['conflict', 'Concurrent update']],
  ['40001', ['conflict', 'Concurrent update']],
  ['40P01', ['conflict', 'Concurrent update']],
  ['55P03', ['overloaded', 'The database is busy']],
  ['57014', ['overloaded', 'The query took too long and was stopped']],
  ['53100', ['overloaded', 'The disk is full']],
  ['53300', ['overloaded', 'The database is busy']],
  ['54000', ['badRequest', 'The value is too large']],
  ['54001', ['invalidQuery', 'Query too complex']],
  ['54011', ['invalidQuery', 'Query too complex']],
  ['22021', ['badRequest', 'The text holds characters that cannot be stored']],
  ['22P02', ['badRequest', 'The text holds characters that cannot be stored']],
  ['22P05', ['badRequest', 'The text holds characters that cannot be stored']],
]);

export function translate(cause: unknown): RepositoryError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const known = typeof code === 'string' ? KNOWN.get(code) : undefined;
  if (known !== undefined) return new RepositoryError(known[0], known[1], { cause });
  const message = cause instanceof Error ? cause.message : String(cause);
  return new RepositoryError('internal', `Database: ${message}`, { cause });
}
