/**
 * Writes one log line for each answered request.
 * Invariant: no headers, body or query are logged, so neither tokens nor search words.
 */
import type { Logger } from '#server/core/kernel/ports.ts';
import { knownOf } from './bytes/listener-hints.ts';
import { fieldsOf, TextResponse } from './bytes/text-response.ts';

interface FetchApp {
  fetch(request: Request): Promise<Response>;
}

export function withRequestLog(app: FetchApp, log: Logger): FetchApp {
  return {
    fetch: async (request) => {
      const start = performance.now();
      const response = await app.fetch(request);
      const { person, route } = knownOf(request);
      log.info('request', {
        id: fieldsOf(response).get('x-request-id'),
        person: person ?? null,
        method: request.method,
        route: route ?? 'other',
        status: response.status,
        ms: Math.round(performance.now() - start),
        bytes: sizeOf(response),
      });
      return response;
    },
  };
}

/** Null when it is known only after everything is sent. */
function sizeOf(response: Response): number | null {
  if (response instanceof TextResponse) return null;
  if (response.body === null) return 0;
  const length = response.headers.get('content-length');
  return length === null ? null : Number(length);
}
