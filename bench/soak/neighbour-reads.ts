/** A thread that reads one small document every 50 ms over a connection of its own, until it is stopped. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const pauseMilliseconds = 50;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const waits: number[] = [];
const statuses: number[] = [];
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});

while (!isOver) {
  const start = performance.now();
  statuses.push(await statusOf(String(workerData)));
  waits.push(performance.now() - start);
  await wait(pauseMilliseconds);
}
agent.destroy();
parentPort?.postMessage({ waits, statuses });

function statusOf(origin: string): Promise<number> {
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
