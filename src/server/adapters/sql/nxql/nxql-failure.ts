/** Errors in a query, in the interface's wording; core adds the query's text. */
import { RepositoryError } from '#server/core/kernel/errors.ts';

export function invalid(message: string): RepositoryError {
  return new RepositoryError('invalidQuery', message);
}
