/**
 * A thread that changes one document every 50 ms until it is stopped. It sends its first message after a few changes, so
 * that the start-up of server and client does not count.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Seed } from '../../e2e/seed.ts';

export interface Wait {
  /** Seconds since the first change that counts. */
  readonly after: number;
  /** Milliseconds. */
  readonly took: number;
}

const pauseMilliseconds = 50;
const warmingUp = 20;

const seed = new Seed(String(workerData));
const id = await seed.document('/default-domain/workspaces', 'File', `aside-${Date.now()}`);
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});

async function write(text: string): Promise<number> {
  const start = performance.now();
  const properties = { 'dc:description': text };
  await seed.json('PUT', `/id/${id}`, { 'entity-type': 'document', properties });
  return performance.now() - start;
}

for (let count = 0; count < warmingUp; count++) await write(`before ${count}`);
parentPort?.postMessage('ready');
const waits: Wait[] = [];
const begun = performance.now();
while (!isOver) {
  const after = (performance.now() - begun) / 1_000;
  waits.push({ after, took: await write(String(waits.length)) });
  await wait(pauseMilliseconds);
}
parentPort?.postMessage(waits);
