/**
 * Gives back the memory that only the start needed. V8 keeps the room that its heap grew to until much is allocated
 * again, which a server at rest never does.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookMilliseconds = 3_000;
/** Of the time since the last look. */
const mostWork = 0.02;

/** Once, when nobody has called for a while: it takes some tenths of a second. Keeps no process alive. */
export function releaseStartMemory(): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > mostWork) return;
    clearInterval(timer);
    collectAll();
  }, lookMilliseconds).unref();
}

/** Of all kinds only the last resort lets the heap shrink. */
function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
