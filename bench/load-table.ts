/** Calls per second under load, compared with their floors in the same run. */
import { spawn } from 'node:child_process';
import { isJsonObject, type JsonObject } from '#wire/json.ts';
import { type Credentials, Seed } from '../e2e/seed.ts';
import { madeFolder } from './library.ts';
import { type LoadResult, load, type Target, type Task } from './load.ts';
import { show } from './measure.ts';

const seconds = 4;
const fileBytes = 20_000;
const api = '/nuxeo/api/v1';

export interface Floors {
  readonly row: LoadResult;
  readonly list: LoadResult;
  readonly insert1: LoadResult;
  readonly insert16: LoadResult;
}

/** @param path of a folder with many documents, which are read */
export async function measureLoad(
  server: Target,
  who: Credentials,
  path: string,
  floors: Floors,
): Promise<void> {
  const seed = new Seed(server.origin);
  const folder = String((await seed.json('GET', `/path${path}`)).uid);
  const { entries } = await seed.json('GET', `/id/${folder}/@children?pageSize=500`);
  const ids = Array.isArray(entries) ? entries.map((entry) => (isJsonObject(entry) ? entry.uid : '')) : [];
  const basic = `Basic ${Buffer.from(`${who.username}:${who.password}`).toString('base64')}`;
  let turn = 0;
  const get =
    (path: () => string): Task =>
    (send) =>
      send({ method: 'GET', path: `${api}${path()}`, headers: { Authorization: basic } });
  const readOne = get(() => `/id/${ids[turn++ % ids.length]}`);
  const readChildren = get(() => `/id/${folder}/@children?pageSize=40`);
  const json = { Authorization: basic, 'Content-Type': 'application/json' };
  const create: Task = (send) => {
    const name = `load-${turn++}`;
    return send({ method: 'POST', path: `${api}/path${madeFolder}`, headers: json, body: newDocument(name) });
  };
  // One connection first: a password that was right once is not hashed again.
  await load(server, 1, 0.5, readOne);
  await load(server, 16, 2, readOne);
  compare('GET /id, 1 connection', await load(server, 1, seconds, readOne));
  compare('GET /id, 16 connections', await load(server, 16, seconds, readOne), floors.row);
  compare('@children of 40, 16', await load(server, 16, seconds, readChildren), floors.list);
  compare('POST create, 1', await load(server, 1, seconds, create), floors.insert1);
  compare('POST create, 16', await load(server, 16, seconds, create), floors.insert16);
  const upload: Task = async (send) => {
    const file = `file-${turn++}.bin`;
    const { batchId } = parsed(
      await send({ method: 'POST', path: `${api}/upload`, headers: { Authorization: basic } }),
    );
    // Different bytes for each file, since equal ones are stored once.
    await send({
      method: 'POST',
      path: `${api}/upload/${String(batchId)}/0`,
      headers: { Authorization: basic, 'X-File-Name': file, 'Content-Type': 'application/octet-stream' },
      body: Buffer.alloc(fileBytes, `${process.pid} ${file} `),
    });
    const content = { 'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' } };
    return send({
      method: 'POST',
      path: `${api}/path${madeFolder}`,
      headers: { ...json, 'Idempotency-Key': file },
      body: newDocument(file, content),
    });
  };
  compare('batch + 20 kB file + document, 16', await load(server, 16, seconds, upload));
}

function newDocument(name: string, properties: JsonObject = {}): string {
  return JSON.stringify({
    'entity-type': 'document',
    type: 'File',
    name,
    properties: { 'dc:title': name, ...properties },
  });
}

export async function measureFloors(folder: string): Promise<Floors> {
  const child = spawn(process.execPath, ['bench/floor-server.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
      child.once('exit', (code) => reject(new Error(`The floor server ended with ${code}`)));
    });
    const server = { origin, pid: child.pid ?? 0 };
    const row: Task = (send) => send({ method: 'GET', path: '/row/1' });
    const list: Task = (send) => send({ method: 'GET', path: '/list' });
    const insert: Task = (send) =>
      send({
        method: 'POST',
        path: '/row',
        headers: { 'Content-Type': 'application/json' },
        body: newDocument('floor'),
      });
    await load(server, 16, 1, row);
    const floors = {
      row: await load(server, 16, seconds, row),
      list: await load(server, 16, seconds, list),
      insert1: await load(server, 1, seconds, insert),
      insert16: await load(server, 16, seconds, insert),
    };
    compare('floor: framework + one row, 16', floors.row);
    compare('floor: framework + list of 40 from memory, 16', floors.list);
    compare('floor: framework + durable insert, 1', floors.insert1);
    compare('floor: framework + durable insert, 16', floors.insert16);
    return floors;
  } finally {
    child.kill();
  }
}

function parsed(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

function compare(name: string, { perSecond, cpu, p99 }: LoadResult, floor?: LoadResult): void {
  const ratio =
    floor === undefined
      ? ''
      : `; of the floor ${(perSecond / floor.perSecond).toFixed(2)}, by processor time ${(floor.cpu / cpu).toFixed(2)}`;
  show({
    name,
    value: `${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms, cpu ${cpu.toFixed(2)} ms${ratio}`,
  });
}
