/** For tests: whether an error is the expected refusal, by status and message. */
import { RepositoryError } from './errors.ts';

export function refusal(status: number, message: RegExp = /./): (error: unknown) => boolean {
  return (error) =>
    error instanceof RepositoryError && error.status === status && message.test(error.message);
}
