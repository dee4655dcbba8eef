import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { blobCases } from './blobs.contract.ts';
import { openS3Blobs } from './s3.ts';
import { s3Credentials, startS3Server } from './s3-server.test-support.ts';
import { startS3StandIn } from './s3-stand-in.ts';

const staging = await mkdtemp(join(tmpdir(), 'muniment-s3-'));
const [server, standIn] = await Promise.all([
  startS3Server('muniment'),
  startS3StandIn('muniment', s3Credentials.accessKeyId),
]);
after(async () => {
  await Promise.all([server.close(), standIn.close()]);
  await rm(staging, { recursive: true });
});

const clientOf = (endpoint: string) => ({
  region: 'us-east-1',
  endpoint,
  forcePathStyle: true,
  credentials: s3Credentials,
});
const open = (prefix: string, { address } = server) =>
  openS3Blobs({ bucket: 'muniment', prefix, staging, client: clientOf(address) });

// The stand-in too: what it gets wrong, tests without a real server would not see.
for (const one of [server, standIn]) {
  for (const [place, { name, run }] of blobCases.entries()) {
    test(`blobs in ${one === server ? 'S3' : 'the stand-in'}: ${name}`, async () => {
      await run(await open(`${place}/`, one));
      assert.deepEqual(await readdir(staging), [], 'temporary files remain');
    });
  }
}

test('blobs in S3: keys that the bucket does not know open nothing', async () => {
  const credentials = { accessKeyId: 'another', secretAccessKey: 'another-secret' };
  const client = { ...clientOf(server.address), credentials };
  const blobs = await openS3Blobs({ bucket: 'muniment', staging, client });
  const gone = { code: 'unavailable', status: 503 };
  await assert.rejects(blobs.write(new Blob(['x']).stream()), gone);
  assert.deepEqual(await readdir(staging), [], 'temporary files remain');
});

test('blobs in S3: a bucket that is gone or hangs is not there for now', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  after(() => silent.close());
  const address = silent.address();
  assert.ok(address !== null && typeof address === 'object');
  for (const port of [1, address.port]) {
    const blobs = await openS3Blobs({
      bucket: 'muniment',
      staging,
      client: {
        ...clientOf(`http://127.0.0.1:${port}`),
        requestHandler: { socketTimeout: 50, requestTimeout: 50, throwOnRequestTimeout: true },
      },
    });
    const gone = { code: 'unavailable', status: 503 };
    await assert.rejects(blobs.open('0'.repeat(64)), gone);
    await assert.rejects(blobs.write(new Blob(['x']).stream()), gone);
    assert.deepEqual(await readdir(staging), [], 'temporary files remain');
  }
});

test('blobs in S3: sends large content in parts', async () => {
  const blobs = await open('large/');
  const source = async function* () {
    for (let count = 0; count < 17; count += 1) yield Buffer.alloc(1024 * 1024, count);
  };
  const { key, length } = await blobs.write(source());
  assert.equal(length, 17 * 1024 * 1024);
  const asked = new HeadObjectCommand({ Bucket: 'muniment', Key: `large/${key}` });
  assert.match(String((await new S3Client(clientOf(server.address)).send(asked)).ETag), /-2"$/);
  const content = await blobs.open(key);
  assert.ok(content);
  const bytes = await buffer(content.stream({ start: 16 * 1024 * 1024 - 1, end: 16 * 1024 * 1024 + 1 }));
  assert.deepEqual(bytes, Buffer.from([15, 16]));
});

test('blobs in S3: bytes that come again are young again, as on a disk', async () => {
  const blobs = await open('again/');
  const day = 24 * 3_600_000;
  const old = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    for await (const key of blobs.keys(new Date(Date.now() - day))) keys.push(key);
    return keys;
  };
  const { key } = await blobs.write(new Blob(['deed']).stream());
  await server.age(2 * day);
  assert.deepEqual(await old(), [key]);
  await blobs.write(new Blob(['deed']).stream());
  assert.deepEqual(await old(), []);
});
