/** For tests: is this the refusal that was expected, by status and words? */
import { RepositoryError } from './errors.ts';

export function refusal(status: number, message: RegExp = /./): (error: unknown) => boolean {
  return (error) =>
    error instanceof RepositoryError && error.status === status && message.test(error.message);
}
