/**
 * A bucket that freezes, goes on, is gone and comes back, each under load: requests for bytes get 503, no other request
 * waits, and everything works again by itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { s3Environment, startS3Server } from '#server/adapters/blobs/s3-server.test-support.ts';
import { type Ask, askThrough } from '#server/testing/ask.ts';
import { Seed } from '../../e2e/seed.ts';
import { growth, neighbourOf, sizeOf } from './neighbour.ts';
import { contradictions, openPlace } from './place.ts';

const callers = 32;
const frozenSeconds = 40;
const workspaces = '/default-domain/workspaces';
/** The longest time until the last request that waited for the bucket is answered. */
const timeoutMs = 120_000;

export async function bucketSoak(engine: string): Promise<readonly string[]> {
  Object.assign(process.env, s3Environment);
  const bucket = await startS3Server('papers');
  const storage = await openPlace(engine, ['--s3', `s3://papers?endpoint=${bucket.address}`]);
  const faults: string[] = [];
  try {
    const server = await storage.start();
    const ask = askThrough(fetch, server.origin);
    const seed = new Seed(server.origin);
    const files: string[] = [];
    for (let index = 0; index < callers; index++)
      files.push(await seed.file(workspaces, `file-${index}.txt`, `words of ${index}`, 'text/plain'));
    await Promise.all(files.map((id) => ask(`/id/${id}/@rendition/pdf`)));
    const before = await sizeOf(server.pid);

    for (const phase of ['well', 'frozen'] as const) {
      const neighbour = neighbourOf(server);
      if (phase === 'frozen') bucket.freeze();
      const end = Date.now() + (phase === 'frozen' ? frozenSeconds : frozenSeconds / 4) * 1_000;
      const counts = new Map<number, number>();
      const work = Promise.all(files.map((id, caller) => askUntil(end, ask, id, caller, counts)));
      await wait(end - Date.now());
      // Requests that still wait for the bucket must be answered while it is frozen.
      const late = await Promise.race([work.then(() => false), wait(timeoutMs).then(() => true)]);
      faults.push(...(await neighbour.leave()).map((fault) => `${phase}: ${fault}`));
      bucket.thaw();
      const wrong = [...counts].filter(([status]) => !isExpected(phase, status));
      console.log(`${phase}: ${[...counts].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
      faults.push(...wrong.map(([status, count]) => `${phase}: ${count} times ${status}`));
      if (late) faults.push(`${phase}: some calls are not answered`);
    }
    for (const id of files) {
      const { status } = await ask(`/id/${id}/@blob/file:content`);
      if (status !== 200) faults.push(`afterwards: ${status}`);
    }
    faults.push(...growth(before, await sizeOf(server.pid)));
    await server.end();
    return [...faults, ...(await contradictions(storage))];
  } finally {
    bucket.thaw();
    await storage.remove();
    await bucket.close();
  }
}

function isExpected(phase: 'well' | 'frozen', status: number): boolean {
  return status < 400 || status === 404 || (phase === 'frozen' && (status === 503 || status === 429));
}

/** Every kind of call that needs bytes, one after the other. */
async function askUntil(
  end: number,
  ask: Ask,
  id: string,
  caller: number,
  counts: Map<number, number>,
): Promise<void> {
  for (let turn = caller; Date.now() < end; turn++) {
    const call = calls[turn % calls.length] ?? calls[0];
    const status = await call(ask, id, `${caller}-${turn}`).catch(() => 0);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
}

type Call = (ask: Ask, id: string, name: string) => Promise<number>;

const statusOf = async (answer: ReturnType<Ask>): Promise<number> => (await answer).status;
const operation = (ask: Ask, name: string, input: string, params: object = {}): Promise<number> =>
  statusOf(ask(`/automation/${name}`, { json: { input, params } }));

const calls: readonly [Call, ...Call[]] = [
  (ask, id) => statusOf(ask(`/id/${id}/@blob/file:content`)),
  async (ask, _id, name) => {
    const { body } = await ask('/upload', { method: 'POST' });
    const batch = String(body.batchId);
    const headers = { 'X-File-Name': 'a.txt', 'Content-Type': 'application/octet-stream' };
    const { status } = await ask(`/upload/${batch}/0`, { body: `sent as ${name}`, headers });
    if (status !== 201) return status;
    const properties = { 'file:content': { 'upload-batch': batch, 'upload-fileId': '0' } };
    return statusOf(
      ask(`/path${workspaces}`, { json: { 'entity-type': 'document', type: 'File', name, properties } }),
    );
  },
  (ask, id) => statusOf(ask(`/id/${id}/@rendition/thumbnail`)),
  (ask, id) => statusOf(ask(`/id/${id}/@convert?converter=any2text`)),
  (ask, id) => statusOf(ask(`/id/${id}/@rendition/zipExport`)),
  (ask, id) => operation(ask, 'Blob.ToPDF', `doc:${id}`),
  (ask, id) => operation(ask, 'Document.Copy', `doc:${id}`, { target: workspaces }),
  (ask, id) => statusOf(ask(`/id/${id}/@preview`)),
  (ask, id, name) =>
    statusOf(
      ask(`/id/${id}`, {
        method: 'PUT',
        json: { 'entity-type': 'document', properties: { 'dc:description': name } },
      }),
    ),
];
