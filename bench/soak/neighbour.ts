/** What a soak looks at from outside: somebody else who reads a document all the while, and the size of the process. */
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Server } from '../../e2e/server.ts';

const pauseMilliseconds = 50;
/** As long as anybody may have to wait for others. */
const patience = 250;

export interface Neighbour {
  /** Stops, prints, and says what was wrong. */
  leave(): Promise<readonly string[]>;
}

/** Reads one small document every 50 ms over a connection of its own. */
export function neighbourOf({ origin }: Server): Neighbour {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const waits: number[] = [];
  const faults = new Map<string, number>();
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted) {
      const start = performance.now();
      const status = await statusOf(origin, agent);
      waits.push(performance.now() - start);
      if (status === 0 || status >= 500) faults.set(String(status), (faults.get(String(status)) ?? 0) + 1);
      await wait(pauseMilliseconds);
    }
  })();
  return {
    leave: async () => {
      over.abort();
      await reading;
      agent.destroy();
      waits.sort((one, other) => one - other);
      const at = (part: number): number => Math.round(waits[Math.floor((waits.length - 1) * part)] ?? 0);
      console.log(
        `a neighbour waited ${at(0.5)} ms as a rule, ${at(0.99)} ms at 99 %, ${at(1)} ms at most, of ${waits.length} reads`,
      );
      return [
        ...[...faults].map(([status, count]) => `the neighbour was answered ${status} ${count} times`),
        ...(at(1) > patience ? [`a neighbour waited ${at(1)} ms`] : []),
      ];
    },
  };
}

function statusOf(origin: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(
      `${origin}/nuxeo/api/v1/path/`,
      { agent, auth: 'Administrator:Administrator', timeout: 30_000 },
      (response) => {
        response.resume();
        response.once('close', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(0));
    sent.end();
  });
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

const mostMebibytesMore = 200;
const mostHandlesMore = 50;

/** Prints both, and says what has grown. */
export function growth(before: Size, after: Size): readonly string[] {
  console.log(
    `${before.mebibytes} MiB and ${before.handles} handles before, ${after.mebibytes} and ${after.handles} after`,
  );
  return [
    ...(after.mebibytes > before.mebibytes + mostMebibytesMore ? ['Memory grows'] : []),
    ...(after.handles > before.handles + mostHandlesMore ? ['Handles grow'] : []),
  ];
}
