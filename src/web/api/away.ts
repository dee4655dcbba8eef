/** Whether a call failed because no repository answered, so that the same call may succeed a moment later. */
import { hasStatus, isApiError, isUnreached } from './api-error.ts';

/** No repository answered: no connection, a proxy whose server is down, or the login page of a network. */
export function isAway(error: unknown): boolean {
  const elsewhere = isApiError(error) && error.kind === 'not-a-repository';
  return isUnreached(error) || elsewhere || [429, 502, 503, 504].some((status) => hasStatus(error, status));
}
