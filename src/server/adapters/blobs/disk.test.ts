import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { blobCases } from './blobs.contract.ts';
import { openDiskBlobs } from './disk.ts';

const base = await mkdtemp(join(tmpdir(), 'muniment-blobs-'));
after(() => rm(base, { recursive: true }));

for (const [place, { name, run }] of blobCases.entries()) {
  test(`blobs on disk: ${name}`, async () => {
    const folder = join(base, String(place));
    await run(await openDiskBlobs({ folder }));
    assert.deepEqual(await readdir(join(folder, 'staging')), [], 'temporary files remain');
  });
}

test('blobs on disk: names a local file', async () => {
  const blobs = await openDiskBlobs({ folder: join(base, 'local') });
  const { key } = await blobs.write(ReadableStream.from([Buffer.from('x')]));
  const content = await blobs.open(key);
  assert.equal(content?.localPath, join(base, 'local', key.slice(0, 2), key.slice(2, 4), key));
});

test('blobs on disk: clears away what a killed server left, but not what is being written', async () => {
  const folder = join(base, 'killed');
  const staging = join(folder, 'staging');
  await mkdir(staging, { recursive: true });
  await writeFile(join(staging, 'old'), 'half');
  await writeFile(join(staging, 'new'), 'half');
  await utimes(join(staging, 'old'), 0, 0);
  await openDiskBlobs({ folder });
  assert.deepEqual(await readdir(staging), ['new']);
});

test('blobs on disk: bytes that come again are young again', async () => {
  const blobs = await openDiskBlobs({ folder: join(base, 'again') });
  const write = () => blobs.write(ReadableStream.from([Buffer.from('x')]));
  const content = await blobs.open((await write()).key);
  assert.ok(content?.localPath);
  await utimes(content.localPath, 0, 0);
  const old = async () =>
    (
      await ReadableStream.from(blobs.keys(new Date(1000)))
        .getReader()
        .read()
    ).value;
  assert.equal(await old(), basename(content.localPath));
  await write();
  assert.equal(await old(), undefined);
});
