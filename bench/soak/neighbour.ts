/**
 * Measurements from outside for the soak: another caller who reads a document all the time, and the size of the process.
 */
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Server } from '../../e2e/server.ts';
import type { Place } from './place.ts';

/** Factor for other load on this machine, which slows down everything. */
export const slowness = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
/** The longest time that anybody may have to wait for others. */
const longestWaitMs = 250 * slowness;

export interface Neighbour {
  /** Stops, prints the waits, and returns the faults. */
  leave(): Promise<readonly string[]>;
}

/** In a thread of its own, so that work of the soak itself does not count. */
export function neighbourOf({ origin }: Server): Neighbour {
  const worker = new Worker(new URL('neighbour-reads.ts', import.meta.url), { workerData: origin });
  const read = new Promise<{ readonly waits: number[]; readonly statuses: readonly number[] }>(
    (resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    },
  );
  return {
    leave: async () => {
      worker.postMessage('over');
      const { waits, statuses } = await read;
      waits.sort((one, other) => one - other);
      const at = (part: number): number => Math.round(waits[Math.floor((waits.length - 1) * part)] ?? 0);
      console.log(
        `${waits.length} reads of another person: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`,
      );
      const failed = statuses.filter((status) => status === 0 || status >= 500);
      return [
        ...(failed.length > 0
          ? [`${failed.length} reads of another person got ${[...new Set(failed)]}`]
          : []),
        ...(at(1) > longestWaitMs ? [`a neighbour waited ${at(1)} ms`] : []),
      ];
    },
  };
}

export interface Size {
  readonly mebibytes: number;
  readonly handles: number;
}

export async function sizeOf(pid: number): Promise<Size> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const handles = await readdir(`/proc/${pid}/fd`);
  return {
    mebibytes: Math.round(Number(/^RssAnon:\s*(\d+)/m.exec(status)?.[1]) / 1024),
    handles: handles.length,
  };
}

/** In milliseconds of the main thread's own CPU time, so that other load on the machine does not count. */
const longestTurn = 250;

/** Prints how long the server's main thread was blocked since then, and returns what was too long. */
export async function turnsOf(place: Place, since: number): Promise<readonly string[]> {
  const turns = (await place.turns()).filter(({ at }) => at > since);
  const work = turns.map((turn) => Math.round(turn.work)).toSorted((one, other) => other - one);
  const away = Math.max(0, ...turns.map((turn) => Math.round(turn.away)));
  const [most = 0] = work;
  console.log(
    `longest task of the main thread: ${most} ms, ${work.filter((one) => one > 50).length} tasks over 50 ms; longest pause: ${away} ms`,
  );
  return most > longestTurn ? [`a task of the main thread took ${most} ms`] : [];
}

const mostMebibytesMore = 200;
const mostHandlesMore = 50;

/** Prints both sizes, and returns what has grown. */
export function growth(before: Size, after: Size): readonly string[] {
  console.log(
    `${before.mebibytes} MiB and ${before.handles} handles before, ${after.mebibytes} and ${after.handles} after`,
  );
  return [
    ...(after.mebibytes > before.mebibytes + mostMebibytesMore ? ['Memory grows'] : []),
    ...(after.handles > before.handles + mostHandlesMore ? ['Handles grow'] : []),
  ];
}
