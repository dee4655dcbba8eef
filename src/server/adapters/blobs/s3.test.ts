import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { blobCases, collect } from './blobs.contract.ts';
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

// The stand-in is tested too, since tests without a real server rely on it.
for (const one of [server, standIn]) {
  for (const [index, { name, run }] of blobCases.entries()) {
    test(`blobs in ${one === server ? 'S3' : 'the stand-in'}: ${name}`, async () => {
      await run(await open(`${index}/`, one));
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
  const command = new HeadObjectCommand({ Bucket: 'muniment', Key: `large/${key}` });
  assert.match(String((await new S3Client(clientOf(server.address)).send(command)).ETag), /-2"$/);
  const content = await blobs.open(key);
  assert.ok(content);
  const bytes = await buffer(content.stream({ start: 16 * 1024 * 1024 - 1, end: 16 * 1024 * 1024 + 1 }));
  assert.deepEqual(bytes, Buffer.from([15, 16]));
});

/** A proxy to the server that counts the bytes. */
async function countedLine(address: string) {
  const { hostname, port } = new URL(address);
  let [sent, received] = [0, 0];
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.on('data', (bytes) => {
      sent += bytes.length;
    });
    far.on('data', (bytes) => {
      received += bytes.length;
    });
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  after(() => {
    line.close();
    for (const socket of sockets) socket.destroy();
  });
  const bound = line.address();
  assert.ok(bound !== null && typeof bound === 'object');
  return {
    address: `http://127.0.0.1:${bound.port}`,
    /** The bytes since the last call. */
    take: () => {
      const counted = { sent, received };
      [sent, received] = [0, 0];
      return counted;
    },
  };
}

const mebibyte = 1024 * 1024;
/** Two pieces of the minimum size that a bucket joins, and a rest. */
const largePieces = [0, 1, 2].map((index) => Buffer.alloc(index === 2 ? 11 : 5 * mebibyte, `piece ${index}`));

for (const one of [server, standIn]) {
  test(`blobs in ${one === server ? 'S3' : 'the stand-in'}: pieces of a file go once`, async () => {
    const prefix = `pieces-${one === server}/`;
    const line = await countedLine(one.address);
    const openHere = () => open(prefix, { ...one, address: line.address });
    const whole = Buffer.concat(largePieces);
    const blobs = await openHere();
    const keys: string[] = [];
    for (const piece of largePieces)
      keys.push((await blobs.write(new Blob([piece]).stream(), { after: [...keys] })).key);
    const forPieces = line.take();
    assert.ok(forPieces.sent >= whole.byteLength && forPieces.sent < 1.2 * whole.byteLength);
    const joined = await blobs.concat(keys);
    assert.equal(joined.key, createHash('sha256').update(whole).digest('hex'));
    assert.equal(joined.digest, createHash('md5').update(whole).digest('hex'));
    assert.equal(joined.length, whole.byteLength);
    const toJoin = line.take();
    assert.ok(toJoin.sent + toJoin.received < 100_000, JSON.stringify(toJoin));
    const content = await blobs.open(joined.key);
    assert.ok(content && whole.equals(await buffer(content.stream())));
    // Another server, or this one after a restart, knows no digest: it reads the bytes once, and does not send them again.
    await blobs.remove(joined.key);
    line.take();
    assert.deepEqual(await (await openHere()).concat(keys), joined);
    const later = line.take();
    assert.ok(later.sent < 100_000 && later.received < 1.2 * whole.byteLength, JSON.stringify(later));
    assert.ok(await blobs.open(joined.key));
    assert.deepEqual(await readdir(staging), [], 'temporary files remain');
  });
}

test('blobs in S3: pieces of which one is gone are not joined', async () => {
  const blobs = await open('broken/');
  const [first, second] = largePieces.map((piece) => new Blob([piece]).stream());
  assert.ok(first && second);
  const { key: one } = await blobs.write(first, { after: [] });
  const { key: two } = await blobs.write(second, { after: [one] });
  await blobs.remove(one);
  await assert.rejects(blobs.concat([one, two]), /missing/);
  assert.deepEqual(await readdir(staging), [], 'temporary files remain');
});

test('blobs in S3: bytes that come again are young again, as on a disk', async () => {
  const blobs = await open('again/');
  const day = 24 * 3_600_000;
  const old = () => collect(blobs.keys(new Date(Date.now() - day)));
  const { key } = await blobs.write(new Blob(['deed']).stream());
  await server.age(2 * day);
  assert.deepEqual(await old(), [key]);
  await blobs.write(new Blob(['deed']).stream());
  assert.deepEqual(await old(), []);
});

test('blobs in S3: what was removed for its age can be read for as long again', async () => {
  const blobs = await open('removed/');
  const day = 24 * 3_600_000;
  const dayAgo = () => new Date(Date.now() - day);
  const old = () => collect(blobs.keys(dayAgo()));
  const { key } = await blobs.write(new Blob(['will']).stream());
  await server.age(2 * day);
  await blobs.remove(key, dayAgo());
  assert.ok(await blobs.open(key), 'somebody may have brought it just then');
  assert.deepEqual(await old(), []);
  await blobs.remove(key, dayAgo());
  assert.ok(await blobs.open(key));
  await server.age(2 * day);
  assert.deepEqual(await old(), [key]);
  await blobs.remove(key, dayAgo());
  assert.equal(await blobs.open(key), undefined);
  assert.deepEqual(await collect(blobs.keys(new Date(Date.now() + day))), []);
});

test('blobs in S3: a sweep that meets a call leaves its bytes', async () => {
  const blobs = await open('meeting/');
  const day = 24 * 3_600_000;
  for (let round = 0; round < 10; round++) {
    const bring = () => blobs.write(new Blob([`deed ${round}`]).stream());
    const { key } = await bring();
    await server.age(2 * day);
    await Promise.all([blobs.remove(key, new Date(Date.now() - day)), bring()]);
    assert.ok(await blobs.open(key), `round ${round}`);
  }
});

test('blobs in S3: what a killed server had sent of a file goes, and nothing of others', async () => {
  const blobs = await open('unfinished/');
  const client = new S3Client(clientOf(server.address));
  const Bucket = 'muniment';
  const names = ['0'.repeat(64), `removed/${'1'.repeat(64)}`, 'of another program'].map(
    (name) => `unfinished/${name}`,
  );
  for (const Key of names) {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'begun' }));
  }
  const begun = async () => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    return Uploads.flatMap(({ Key }) => (Key?.startsWith('unfinished/') ? [Key] : [])).toSorted();
  };
  const day = 24 * 3_600_000;
  await blobs.removeUnfinished(new Date(Date.now() - day));
  assert.deepEqual(await begun(), names.toSorted());
  await blobs.removeUnfinished(new Date(Date.now() + day));
  assert.deepEqual(await begun(), ['unfinished/of another program']);
});
