/**
 * Frees the memory that only the start needed. V8 keeps its heap at the size it has grown to until much is allocated again,
 * which does not happen on an idle server.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookMilliseconds = 3_000;
/** Most use of the event loop, as a part of the time since the last look. */
const mostWork = 0.02;

/** Runs once, when the server has been idle for a while: it takes some tenths of a second. Keeps no process alive. */
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

/** Only this last-resort collection makes the heap smaller. */
function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
