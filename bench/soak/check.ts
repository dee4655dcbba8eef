/**
 * Runs `muniment check` and a running server's own check on a library of any size, while one neighbour reads and another
 * writes.
 * Invariant: the library is consistent, so every finding is a fault.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Seed } from '../../e2e/seed.ts';
import type { Server } from '../../e2e/server.ts';
import { type LargeStorage, openLargeStorage } from '../large-storage.ts';
import { neighbourOf, turnsOf } from './neighbour.ts';
import type { Wait } from './neighbour-writes.ts';
import { endOf, type Place, placeOn, startProgram } from './place.ts';
import { makeWhole } from './whole-library.ts';

export async function checkSoak(engine: string, documents: number): Promise<readonly string[]> {
  const storage = await openLargeStorage(engine, documents);
  const place = placeOn(storage);
  try {
    await makeWhole(engine, storage, documents);
    const server = await place.start();
    const faults = [
      ...(await beside(server, place, 'the program', () => byProgram(storage))),
      ...(await beside(server, place, 'the running server', () => byServer(server))),
    ];
    await server.end();
    return faults;
  } finally {
    await place.remove();
  }
}

// ---------------------------------------------------------------------------------------------------- the checks

interface Checked {
  readonly found: readonly string[];
  /** Memory of the process that checks. */
  readonly mebibytes: number;
}

async function beside(
  server: Server,
  place: Place,
  name: string,
  check: () => Promise<Checked>,
): Promise<readonly string[]> {
  const writer = await writerBeside(server);
  const [begun, start] = [Date.now(), performance.now()];
  const neighbour = neighbourOf(server);
  const { found, mebibytes } = await check();
  console.log(`${name} checked everything in ${seconds(start)}, with at most ${mebibytes} MiB`);
  const faults = [...(await neighbour.leave()), ...(await turnsOf(place, begun))];
  const waits = await writer.leave();
  const longest = waits
    .slice(0, 5)
    .map(({ after, took }) => `${took.toFixed(0)} (after ${after.toFixed(0)} s)`);
  console.log(`the longest of ${waits.length} writes waited ${longest.join(', ')} ms`);
  return [...found.slice(0, 20), ...faults];
}

async function byProgram({ flags }: LargeStorage): Promise<Checked> {
  const child = startProgram('check/main.ts', ['check', '--log-level', 'error', ...flags]);
  const memory = watchMemory(child.pid ?? 0);
  const { code, output } = await endOf(child);
  const lines = output.trim().split('\n');
  console.log(lines.at(-1));
  return { found: code === 0 ? [] : lines, mebibytes: memory.most() };
}

async function byServer(server: Server): Promise<Checked> {
  const seed = new Seed(server.origin);
  const memory = watchMemory(server.pid);
  const { id } = await seed.json('POST', '/management/check');
  for (;;) {
    await wait(1_000);
    const { state, looked, left, findings } = await seed.json('GET', `/management/check/${String(id)}`);
    if (state === 'scheduled' || state === 'running') continue;
    console.log(`${String(state)}: ${String(looked)} documents, ${String(left)} contradictions left.`);
    const found = Array.isArray(findings) ? findings.map((one) => JSON.stringify(one)) : [];
    return {
      found: state === 'completed' ? found : [`the check is ${String(state)}`, ...found],
      mebibytes: memory.most(),
    };
  }
}

/** Anonymous memory, without mapped files. */
function watchMemory(pid: number): { most(): number } {
  let most = 0;
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Math.round(Number(/^RssAnon:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024));
  }, 500);
  return {
    most: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** In a thread of its own, so that work of the soak itself does not count. `leave` resolves to its waits, longest first. */
async function writerBeside({ origin }: Server): Promise<{ leave(): Promise<readonly Wait[]> }> {
  const worker = new Worker(new URL('neighbour-writes.ts', import.meta.url), { workerData: origin });
  await once(worker, 'message');
  return {
    leave: async () => {
      const written = new Promise<Wait[]>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
      worker.postMessage('over');
      return (await written).sort((one, other) => other.took - one.took);
    },
  };
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(0)} s`;
}
