/** Whether a call failed because nobody was there to answer it, so that the same call may succeed a moment later. */
import { hasStatus, isApiError, isUnreached } from './api-error.ts';

/** No repository is there to refuse anything: no line, a proxy without its server, the page of a network's owner. */
export function isAway(error: unknown): boolean {
  const elsewhere = isApiError(error) && error.kind === 'not-a-repository';
  return isUnreached(error) || elsewhere || [429, 502, 503, 504].some((status) => hasStatus(error, status));
}
