/** Upload and download, compared with a bare server that only copies between socket and file: shows what the rules cost. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Seed } from '../e2e/seed.ts';
import { madeFolder } from './library.ts';
import { type Measured, spread } from './measure.ts';

const size = 256 * 1024 * 1024;
const runs = 3;

export async function bytesBench(seed: Seed, folder: string): Promise<readonly Measured[]> {
  const payload = new Uint8Array(size);
  for (let start = 0; start < size; start += 65_536)
    crypto.getRandomValues(payload.subarray(start, start + 65_536));
  const bare = await startBareServer(join(folder, 'bare.bin'));
  const ours = { up: [] as number[], down: [] as number[] };
  const floor = { up: [] as number[], down: [] as number[] };
  for (let run = 0; run < runs; run++) {
    floor.up.push(await speed(() => bare.put(payload)));
    floor.down.push(await speed(() => drain(fetch(bare.origin))));
    const batch = String((await seed.json('POST', '/upload')).batchId);
    ours.up.push(
      await speed(() =>
        drain(
          seed.fetch(`/api/v1/upload/${batch}/0`, {
            method: 'POST',
            headers: { 'X-File-Name': 'big.bin', 'Content-Type': 'application/octet-stream' },
            body: payload,
          }),
        ),
      ),
    );
    const id = await seed.document(madeFolder, 'File', `bytes-${run}`, {
      'file:content': { 'upload-batch': batch, 'upload-fileId': '0' },
    });
    ours.down.push(await speed(() => drain(seed.fetch(`/api/v1/id/${id}/@blob/file:content`))));
  }
  await bare.close();
  const line = (name: string, mine: readonly number[], floorValues: readonly number[]): Measured => ({
    name,
    value: `${spread(mine, 'MB/s')}, a bare file copy over the same loopback ${spread(floorValues, 'MB/s')}`,
  });
  return [line('upload, 256 MiB', ours.up, floor.up), line('download, 256 MiB', ours.down, floor.down)];
}

async function speed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return size / 1000 / (performance.now() - start);
}

async function drain(response: Promise<Response>): Promise<void> {
  const { body } = await response;
  if (body !== null) for await (const _chunk of body);
}

async function startBareServer(
  file: string,
): Promise<{ origin: string; put(bytes: Uint8Array<ArrayBuffer>): Promise<void>; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const copy =
      request.method === 'PUT'
        ? pipeline(request, createWriteStream(file, { flush: true })).then(() => response.end())
        : pipeline(createReadStream(file), response);
    copy.catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The bare server has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    put: async (body) => drain(fetch(origin, { method: 'PUT', body })),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(file, { force: true });
    },
  };
}
