/** Finds why a sign-in failed, as the key of a message. Pure. */
import { isApiError } from '#web/api/api-error.ts';

export interface SignInProblem {
  readonly code:
    | 'wrong-password'
    | 'needs-code'
    | 'not-allowed'
    | 'unreachable'
    | 'slow'
    | 'elsewhere'
    | 'busy'
    | 'too-many'
    | 'denied'
    | 'stale'
    | 'failed';
  /** The server's message or status, for support. */
  readonly detail?: string;
}

export function problemOf(error: unknown): SignInProblem {
  if (!isApiError(error))
    return { code: 'failed', detail: error instanceof Error ? error.message : String(error) };
  switch (error.kind) {
    case 'network':
      return { code: 'unreachable' };
    case 'timeout':
      return { code: 'slow' };
    case 'not-a-repository':
      return { code: 'elsewhere' };
    default:
      // The password may be right: a second factor is needed, for which the server's own page asks.
      if (error.status === 401 && error.infos.includes('second-factor')) return { code: 'needs-code' };
      return byStatus(error.status, error.serverMessage || error.message);
  }
}

function byStatus(status: number, detail: string): SignInProblem {
  if (status === 401) return { code: 'wrong-password' };
  if (status === 403) return { code: 'not-allowed', detail };
  if (status === 404) return { code: 'elsewhere' };
  if (status === 429) return { code: 'too-many' };
  if (status === 503) return { code: 'busy' };
  return { code: 'failed', detail };
}
