/**
 * Loaded into a server by `--import`: notes when its main thread was away, for how long, and how much of that it worked
 * itself. On a machine that does other things too only the second is the server's own doing.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** One that is worth telling; in milliseconds. */
export interface Turn {
  readonly at: number;
  /** By the clock. */
  readonly away: number;
  /** Of its own processor time. */
  readonly work: number;
}

const lookMilliseconds = 10;
const shortest = 20;
const mostSamples = 10_000;
const file = process.env.MUNIMENT_TURNS;
/** Several servers write the same file. */
const whole = `${file}.${process.pid}`;

if (file !== undefined && isMainThread && process.argv[1]?.endsWith('server/start.mjs')) {
  const turns: Turn[] = [];
  let [last, worked] = [performance.now(), ownWork()];
  let written = last;
  setInterval(() => {
    const [before, workedBefore] = [last, worked];
    [last, worked] = [performance.now(), ownWork()];
    const turn = { at: Date.now(), away: last - before - lookMilliseconds, work: worked - workedBefore };
    if (Math.max(turn.away, turn.work) > shortest && turns.length < mostSamples) turns.push(turn);
    if (last - written < 1_000) return;
    written = last;
    // Whoever reads it meanwhile has all of the one before.
    writeFileSync(whole, JSON.stringify(turns));
    renameSync(whole, file);
  }, lookMilliseconds).unref();
}

function ownWork(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
