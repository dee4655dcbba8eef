/**
 * What a load balancer asks: is this server alive, and may it be sent calls?
 * Invariant: answers hold names and yes or no only, since anybody may ask.
 */
import type { Readiness } from '../application.ts';
import { json } from '../responses.ts';

/** A part that hangs is as good as gone. */
const timeoutMs = 2_000;

export function alive(): Response {
  return json({ alive: true });
}

/** Told, but calls do without. */
const reportedOnly: ReadonlySet<string> = new Set(['backup']);

export async function ready(readiness: Readiness): Promise<Response> {
  const parts = await readinessNow(readiness);
  const isReady = Object.entries(parts).every(([name, isWell]) => isWell || reportedOnly.has(name));
  return json({ ready: isReady, ...parts }, isReady ? 200 : 503);
}

export async function readinessNow(readiness: Readiness): Promise<Readonly<Record<string, boolean>>> {
  const checks = Object.entries(readiness).map(
    async ([name, check]) => [name, await within(check())] as const,
  );
  return Object.fromEntries(await Promise.all(checks));
}

async function within(check: Promise<boolean>): Promise<boolean> {
  const ends = new AbortController();
  const late = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs);
    ends.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    return await Promise.race([check, late]);
  } catch {
    return false;
  } finally {
    ends.abort();
  }
}
