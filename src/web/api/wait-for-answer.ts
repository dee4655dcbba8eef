/**
 * For changes that come to the same when they are sent twice: one that nobody answered waits in the page until the server
 * does, as those do that are made once it is known to be away.
 */
import { isApiError } from './api-error.ts';

export const waitForAnswer = {
  retry: (_failures: number, error: Error) => isApiError(error) && error.kind === 'network',
  // Then it is known that nobody answers, and it waits for that to end.
  retryDelay: 0,
};
