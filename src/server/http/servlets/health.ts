/**
 * Checks for load balancers: is this server alive, and can it take requests?
 * Invariant: answers contain only names and true or false, since they need no sign-in.
 */
import type { Readiness } from '../application.ts';
import { json } from '../responses.ts';

/** A part that does not answer in time counts as unavailable. */
const timeoutMs = 2_000;

export function alive(): Response {
  return json({ alive: true });
}

/** Reported, but not required for answering calls. */
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
