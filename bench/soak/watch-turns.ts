/**
 * Loaded into a server by `--import`: records when its main thread was blocked, for how long, and how much of that was its
 * own CPU time. On a machine with other load only the second is due to the server.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** A period in which the main thread was blocked; in milliseconds. */
export interface Turn {
  readonly at: number;
  /** By the clock. */
  readonly away: number;
  /** CPU time of the main thread. */
  readonly work: number;
}

const lookMilliseconds = 10;
const shortest = 20;
const mostSamples = 10_000;
const file = process.env.MUNIMENT_TURNS;
/** A name of its own, as several servers write the same file. */
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
    // Rename it, so that a reader always gets a complete file.
    writeFileSync(whole, JSON.stringify(turns));
    renameSync(whole, file);
  }, lookMilliseconds).unref();
}

function ownWork(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
