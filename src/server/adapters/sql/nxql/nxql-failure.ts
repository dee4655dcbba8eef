/** What is wrong with a query, in the interface's words; core adds the query's text in front. */
import { RepositoryError } from '#server/core/kernel/errors.ts';

export function invalid(message: string): RepositoryError {
  return new RepositoryError('invalidQuery', message);
}
