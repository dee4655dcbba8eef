/**
 * Four times as many calls as the server handles comfortably, over hundreds of connections, beside thousands of idle ones.
 * It may refuse only with 429 and 503 with `Retry-After`; memory and handles stay flat, and the server recovers at once.
 */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Seed } from '../../e2e/seed.ts';
import { growth, sizeOf } from './neighbour.ts';
import { openPlace } from './place.ts';

const callers = 200;
/** As many as a small office sends at once. */
const comfortableCallers = 4;
const place = '/nuxeo/api/v1/path/default-domain/workspaces';

interface Counts {
  done: number;
  refused: number;
  readonly faults: Map<string, number>;
}

export async function loadSoak(engine: string, minutes: number, idle: number): Promise<readonly string[]> {
  const storage = await openPlace(engine);
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const waiting: Socket[] = [];
  try {
    const server = await storage.start();
    const seed = new Seed(server.origin);
    await seed.document('/default-domain/workspaces', 'Folder', 'load');
    const comfort = await paced(server.origin, agent, comfortableCallers, 5, Infinity);
    const rate = (comfort.done / 5 / 2) * 4;
    for (let index = 0; index < idle; index++) waiting.push(await idleConnection(server.origin));
    const warm = await paced(server.origin, agent, callers, 15, rate);
    const before = await sizeOf(server.pid);
    const counts = await paced(server.origin, agent, callers, minutes * 60, rate);
    const after = await sizeOf(server.pid);
    await wait(1_000);
    const start = performance.now();
    await seed.json('GET', '/path/default-domain');
    const recovered = performance.now() - start;
    console.log(
      `${Math.round(rate)} calls a second sent, ${Math.round(counts.done / minutes / 60)} answered, ${counts.refused} refused; one second later a call takes ${Math.round(recovered)} ms`,
    );
    const faults = [...warm.faults, ...counts.faults].map(([what, count]) => `${count} times ${what}`);
    faults.push(...growth(before, after));
    if (recovered > 5_000) faults.push('The server does not recover');
    return faults;
  } finally {
    for (const socket of waiting) socket.destroy();
    agent.destroy();
    await storage.remove();
  }
}

/** Each caller sends its next call when its time has come and its last call is done. */
async function paced(
  origin: string,
  agent: Agent,
  callers: number,
  seconds: number,
  rate: number,
): Promise<Counts> {
  const counts: Counts = { done: 0, refused: 0, faults: new Map() };
  const end = performance.now() + seconds * 1_000;
  const pause = (callers / rate) * 1_000;
  let made = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      let turn = performance.now() + (pause * caller) / callers;
      while (performance.now() < end) {
        await wait(Math.max(0, turn - performance.now()));
        turn += pause;
        // One of four calls creates a document.
        const isWrite = made++ % 4 === 0;
        const { status, hasRetryAfter } = await call(
          origin,
          agent,
          isWrite ? `${process.pid}-${made}` : undefined,
        );
        if (status < 300) counts.done++;
        else if ((status === 429 || status === 503) && hasRetryAfter) counts.refused++;
        else counts.faults.set(`answer ${status}`, (counts.faults.get(`answer ${status}`) ?? 0) + 1);
      }
    }),
  );
  return counts;
}

/** @param name of the document to create; if it is missing, reads one */
function call(
  origin: string,
  agent: Agent,
  name: string | undefined,
): Promise<{ readonly status: number; readonly hasRetryAfter: boolean }> {
  return new Promise((resolve) => {
    const sent = request(
      `${origin}${place}${name === undefined ? '' : '/load'}`,
      {
        agent,
        method: name === undefined ? 'GET' : 'POST',
        auth: 'Administrator:Administrator',
        headers: { 'Content-Type': 'application/json' },
      },
      (response) => {
        response.resume();
        response.once('close', () =>
          resolve({ status: response.statusCode ?? 0, hasRetryAfter: 'retry-after' in response.headers }),
        );
      },
    );
    sent.once('error', () => resolve({ status: 0, hasRetryAfter: false }));
    sent.end(
      name === undefined
        ? undefined
        : JSON.stringify({ 'entity-type': 'document', type: 'File', name, properties: { 'dc:title': name } }),
    );
  });
}

/** Sends one call, and then nothing more. */
function idleConnection(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET /nuxeo/runningstatus HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    });
    socket.once('data', () => resolve(socket));
    socket.once('error', reject);
  });
}
