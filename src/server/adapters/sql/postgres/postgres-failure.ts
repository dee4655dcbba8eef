/**
 * Converts errors of PostgreSQL to RepositoryErrors (postgresql.org/docs/current/errcodes-appendix.html).
 * Invariant: the driver's error is always the cause.
 */
import { type ErrorCode, RepositoryError } from '#server/core/kernel/errors.ts';
import { TakenError } from '../database.ts';

const UNIQUE_VIOLATION = '23505';

type Answer = readonly [ErrorCode, string];

const unreachable: Answer = ['unavailable', 'The database cannot be reached; try again in a moment'];

const KNOWN: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['23502', ['conflict', 'Concurrent update']],
  ['23503', ['conflict', 'Concurrent update']],
  ['40001', ['conflict', 'Concurrent update']],
  ['40P01', ['conflict', 'Concurrent update']],
  ['55P03', ['overloaded', 'The database is busy']],
  ['57014', ['overloaded', 'The query took too long and was stopped']],
  ['53100', ['unavailable', 'The disk is full']],
  ['57P01', unreachable],
  ['57P02', unreachable],
  ['57P03', unreachable],
  ['ECONNREFUSED', unreachable],
  ['ECONNRESET', unreachable],
  ['EPIPE', unreachable],
  ['ETIMEDOUT', unreachable],
  ['EHOSTUNREACH', unreachable],
  ['ENETUNREACH', unreachable],
  ['ENOTFOUND', unreachable],
  ['EAI_AGAIN', unreachable],
  ['ENOENT', unreachable],
  ['53300', ['overloaded', 'The database is busy']],
  ['54000', ['badRequest', 'The value is too large']],
  ['54001', ['invalidQuery', 'Query too complex']],
  ['54011', ['invalidQuery', 'Query too complex']],
  ['22021', ['badRequest', 'The text holds characters that cannot be stored']],
  ['22P02', ['badRequest', 'The text holds characters that cannot be stored']],
  ['22P05', ['badRequest', 'The text holds characters that cannot be stored']],
]);

/** Errors of the driver itself have no code. */
const POOL_EMPTY = /timeout exceeded when trying to connect/;
const CUT_OFF =
  /^Connection terminated|^Query read timeout|^timeout expired|not queryable|Client was closed|ended by the other party/;

/** Conflicts of two transactions: when the unit runs again, the other one's change is committed or gone. */
const TRANSIENT: ReadonlySet<string> = new Set(['23503', '40001', '40P01']);

/** The code of statements after the first failure in a transaction. */
const FAILED_BEFORE = '25P02';

export function followsFailure(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === FAILED_BEFORE;
}

export function translate(cause: unknown): RepositoryError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === UNIQUE_VIOLATION) return new TakenError(cause);
  const known = typeof code === 'string' ? KNOWN.get(code) : undefined;
  if (known !== undefined)
    return new RepositoryError(known[0], known[1], { cause, isTransient: TRANSIENT.has(String(code)) });
  const message = cause instanceof Error ? cause.message : String(cause);
  if (POOL_EMPTY.test(message)) return new RepositoryError('overloaded', 'The database is busy', { cause });
  if (CUT_OFF.test(message)) return new RepositoryError(...unreachable, { cause });
  return new RepositoryError('internal', `Database: ${message}`, { cause });
}
