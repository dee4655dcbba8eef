/**
 * Options for idempotent changes (with the same result when sent twice): a change that nobody answered waits in the page until
 * the server does, and so does one made while the server is known to be away.
 */
import { isApiError } from './api-error.ts';

export const waitForAnswer = {
  retry: (_failures: number, error: Error) => isApiError(error) && error.kind === 'network',
  // After the failure the connection is known to be lost, and the retry waits for its return.
  retryDelay: 0,
};
