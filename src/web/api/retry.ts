/** How long to wait before a call is repeated. */

const longestDelay = 10_000;

/**
 * @param retryAfter the server's `Retry-After`: seconds or a date
 * @returns ms
 */
export function retryDelay(attempt: number, retryAfter: string | null): number {
  const wished = retryAfter === null ? Number.NaN : secondsUntil(retryAfter) * 1000;
  if (wished >= 0) return Math.min(wished, longestDelay);
  // Half of it is random, so that many tabs do not repeat their calls at the same moment.
  const full = Math.min(400 * 2 ** attempt, longestDelay);
  return full / 2 + (Math.random() * full) / 2;
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function secondsUntil(text: string): number {
  const seconds = Number(text);
  return Number.isNaN(seconds) ? (Date.parse(text) - Date.now()) / 1000 : seconds;
}
