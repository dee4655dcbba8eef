/**
 * Failures around a server under load: its disk is full, its database is gone, its clock jumps. Acknowledged changes must
 * stay, refusals must have `Retry-After`, and everything must go on by itself when the failure is over.
 */
import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, type Ask, askThrough } from '#server/testing/ask.ts';
import { isString } from '#wire/json.ts';
import { contradictions, openPlace, type Place } from './place.ts';

const callers = 8;
const folder = '/default-domain/workspaces';
const mostToRecover = 20_000;
const hour = 3_600_000;

interface Trouble {
  readonly name: string;
  begin(pid: number): Promise<unknown>;
  end(pid: number): Promise<unknown>;
}

/** Moves the server's clock an hour forward on one signal, and an hour back on another. */
const jumpingClock = `data:text/javascript,${encodeURIComponent(`
  let ahead = 0;
  const now = Date.now;
  globalThis.Date = class extends Date {
    constructor(...given) { given.length === 0 ? super(now() + ahead) : super(...given); }
    static now() { return now() + ahead; }
  };
  process.on('SIGUSR2', () => { ahead += ${hour}; });
  process.on('SIGWINCH', () => { ahead -= ${hour}; });`)}`;

export async function troublesSoak(engine: string, seconds: number): Promise<readonly string[]> {
  const storage = await openPlace(engine);
  const isMounted = mount(storage.folder);
  if (!isMounted) console.log('The full disk is not tested: no small disk can be mounted here');
  process.env.NODE_OPTIONS = `--import=${jumpingClock}`;
  try {
    const server = await storage.start();
    delete process.env.NODE_OPTIONS;
    const ask = askThrough(fetch, server.origin);
    const faults: string[] = [];
    for (const trouble of troublesOf(storage, isMounted))
      faults.push(...(await usedThrough(trouble, ask, server.pid, seconds)));
    faults.push(
      ...server.log
        .filter((line) => /\berror\b/i.test(line))
        .slice(0, 20)
        .map((line) => line.trim()),
    );
    await server.end();
    return [...faults, ...(await contradictions(storage))];
  } finally {
    delete process.env.NODE_OPTIONS;
    if (isMounted) spawnSync('umount', ['-l', storage.folder]);
    await storage.remove();
  }
}

/** Large enough for what callers store in the minutes before the disk is filled: several times 20 kB for each document. */
function mount(path: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4g', 'none', path]).status === 0;
}

async function fill(path: string): Promise<void> {
  const piece = Buffer.alloc(2 ** 20);
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(piece);
  } catch {
    // The disk is full now.
  } finally {
    await file.close();
  }
}

function troublesOf({ postgres, folder: data }: Place, isMounted: boolean): readonly Trouble[] {
  const filler = join(data, 'filler');
  const pause = async (isOver: boolean) => (isOver ? postgres?.resume() : postgres?.pause());
  return [
    {
      name: 'a clock an hour ahead, then right again',
      begin: async (pid) => process.kill(pid, 'SIGUSR2'),
      end: async (pid) => process.kill(pid, 'SIGWINCH'),
    },
    {
      name: 'a clock an hour behind, then right again',
      begin: async (pid) => process.kill(pid, 'SIGWINCH'),
      end: async (pid) => process.kill(pid, 'SIGUSR2'),
    },
    ...(isMounted
      ? [
          {
            name: 'a full disk',
            begin: () => fill(filler),
            end: () => rm(filler, { force: true }),
          },
        ]
      : []),
    ...(postgres ? [{ name: 'a stopped database', begin: () => pause(false), end: () => pause(true) }] : []),
  ];
}

async function usedThrough(
  trouble: Trouble,
  ask: Ask,
  pid: number,
  seconds: number,
): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  const faults = new Map<string, number>();
  let refused = 0;
  let isOver = false;
  let recovered = Promise.withResolvers<void>();
  const use = async (caller: number): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      const { status, mayRetry, id } = await makeOrRead(ask, turn, `${caller}-${turn}`);
      if (id !== undefined) {
        acknowledged.push(id);
        recovered.resolve();
      }
      if (status < 300) continue;
      if (mayRetry) refused++;
      else faults.set(`${status}`, (faults.get(`${status}`) ?? 0) + 1);
      await wait(50);
    }
  };
  const using = Promise.all(Array.from({ length: callers }, (_, caller) => use(caller)));
  await wait(1_000);
  await trouble.begin(pid);
  await wait(seconds * 1_000);
  await trouble.end(pid);
  recovered = Promise.withResolvers();
  const start = performance.now();
  await Promise.race([recovered.promise, wait(mostToRecover)]);
  const took = Math.round(performance.now() - start);
  await wait(1_000);
  isOver = true;
  await using;
  let lost = 0;
  for (const id of acknowledged) if ((await ask(`/id/${id}`)).status !== 200) lost++;
  console.log(
    `${trouble.name}: ${acknowledged.length} documents made, ${refused} calls refused, ${lost} documents lost; the first write afterwards after ${took} ms`,
  );
  return [
    ...[...faults].map(([status, count]) => `${trouble.name}: ${count} times answer ${status}`),
    ...(lost > 0 ? [`${trouble.name}: ${lost} documents are lost`] : []),
    ...(took >= mostToRecover ? [`${trouble.name}: the server does not recover`] : []),
  ];
}

interface Outcome {
  readonly status: number;
  readonly mayRetry: boolean;
  readonly id: string | undefined;
}

/** Creates a note, reads a list, and creates a document with a file, in turns. */
async function makeOrRead(ask: Ask, turn: number, name: string): Promise<Outcome> {
  const isNew = turn % 2 === 0;
  try {
    const { status, headers, body } = await (turn % 4 === 2
      ? makeFile(ask, name)
      : ask(`/path${folder}`, isNew ? { json: note(name) } : {}));
    return {
      status,
      mayRetry: (status === 429 || status === 503) && headers.has('retry-after'),
      id: isNew && status === 201 && isString(body.uid) ? body.uid : undefined,
    };
  } catch {
    return { status: 0, mayRetry: false, id: undefined };
  }
}

const note = (name: string): object => ({
  'entity-type': 'document',
  type: 'Note',
  name,
  properties: { 'dc:title': name, 'note:note': name.padEnd(20_000, 'x') },
});

/** Returns the first answer that is not a success, or that of the document. */
async function makeFile(ask: Ask, name: string): Promise<Answer> {
  const begun = await ask('/upload', { method: 'POST' });
  if (begun.status >= 300) return begun;
  const batch = `${begun.body.batchId}`;
  const headers = { 'X-File-Name': `${name}.bin`, 'X-File-Type': 'application/octet-stream' };
  const sent = await ask(`/upload/${batch}/0`, { body: name.padEnd(20_000, 'y'), headers });
  if (sent.status >= 300) return sent;
  const properties = { 'dc:title': name, 'file:content': { 'upload-batch': batch, 'upload-fileId': '0' } };
  return ask(`/path${folder}`, { json: { 'entity-type': 'document', type: 'File', name, properties } });
}
