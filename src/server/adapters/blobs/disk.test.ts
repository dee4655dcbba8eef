import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { blobCases } from './blobs.contract.ts';
import { openDiskBlobs } from './disk.ts';

const base = await mkdtemp(join(tmpdir(), 'muniment-blobs-'));
after(() => rm(base, { recursive: true }));

for (const [index, { name, run }] of blobCases.entries()) {
  test(`blobs on disk: ${name}`, async () => {
    const folder = join(base, String(index));
    await run(await openDiskBlobs({ folder }));
    assert.deepEqual(await readdir(join(folder, 'staging')), [], 'temporary files remain');
  });
}

test('blobs on disk: names a local file', async () => {
  const blobs = await openDiskBlobs({ folder: relative(process.cwd(), join(base, 'local')) });
  const { key } = await blobs.write(ReadableStream.from([Buffer.from('x')]));
  const content = await blobs.open(key);
  assert.equal(content?.localPath, join(base, 'local', key.slice(0, 2), key.slice(2, 4), key));
});

test('blobs on disk: leaves no file open that nobody reads to its end', async () => {
  const folder = join(base, 'open');
  const blobs = await openDiskBlobs({ folder });
  const { key } = await blobs.write(new Blob(['x'.repeat(1_000_000)]).stream());
  const openFiles = async (): Promise<number> => {
    const handles = await readdir('/proc/self/fd').catch(() => []);
    const paths = await Promise.all(
      handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')),
    );
    return paths.filter((path) => path.startsWith(folder)).length;
  };
  const content = await blobs.open(key);
  assert.ok(content);
  const unread = Array.from({ length: 20 }, () => content.stream());
  const cancelled = Array.from({ length: 20 }, async (_, index) => {
    const reader = content.stream().getReader();
    const reading = reader.read();
    if (index % 2 === 0) await reading;
    await reader.cancel();
    await reading;
  });
  await Promise.all(cancelled);
  // A file that was being opened at the cancellation is closed one step later.
  while ((await openFiles()) > 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(unread.length, 20);
});

test('blobs on disk: whoever brings a file again replaces the piece that a killed import left', async () => {
  const blobs = await openDiskBlobs({ folder: join(base, 'piece') });
  for (const settlesLater of [true, false]) {
    const bytes = Buffer.from(`whole, ${settlesLater}`);
    const key = createHash('sha256').update(bytes).digest('hex');
    const inner = join(base, 'piece', key.slice(0, 2), key.slice(2, 4));
    await mkdir(inner, { recursive: true });
    await writeFile(join(inner, key), '');
    await blobs.write(ReadableStream.from([bytes]), { settlesLater });
    await blobs.settle();
    assert.equal(await readFile(join(inner, key), 'utf8'), bytes.toString());
  }
  // Larger than one portion of writing, and at most the allowed size.
  const large = Buffer.alloc(300_000, 'x');
  await assert.rejects(
    blobs.write(ReadableStream.from([Buffer.from('12345')]), { settlesLater: true, maxBytes: 4 }),
    /larger than 4 bytes/,
  );
  const pieces = [large.subarray(0, 100_000), large.subarray(100_000)];
  const { key, length } = await blobs.write(ReadableStream.from(pieces), { settlesLater: true });
  assert.deepEqual([length, (await blobs.open(key))?.size], [300_000, 300_000]);
});

test('blobs on disk: what cannot be written is refused, and the next can', async () => {
  const folder = join(base, 'refused');
  const blobs = await openDiskBlobs({ folder });
  await rm(join(folder, 'staging'), { recursive: true });
  const write = (text: string) => blobs.write(ReadableStream.from([Buffer.from(text)]));
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map(write));
  assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']));
  await mkdir(join(folder, 'staging'));
  const keys = await Promise.all(['a', 'b', 'a'].map(write));
  assert.equal(keys[0]?.key, keys[2]?.key);
  assert.equal(await new Response((await blobs.open(keys[1]?.key ?? ''))?.stream()).text(), 'b');
});

test('blobs on disk: clears away what a killed server left, but not what is being written', async () => {
  const folder = join(base, 'killed');
  const staging = join(folder, 'staging');
  await mkdir(staging, { recursive: true });
  await writeFile(join(staging, 'old'), 'half');
  await writeFile(join(staging, 'new'), 'half');
  await utimes(join(staging, 'old'), 0, 0);
  const blobs = await openDiskBlobs({ folder });
  assert.deepEqual(await readdir(staging), ['new']);
  await blobs.removeUnfinished(new Date(Date.now() - 60_000));
  assert.deepEqual(await readdir(staging), ['new']);
  await blobs.removeUnfinished(new Date(Date.now() + 60_000));
  assert.deepEqual(await readdir(staging), []);
});

test('blobs on disk: what a sweep that was killed had taken aside is there again', async () => {
  const folder = join(base, 'aside');
  const blobs = await openDiskBlobs({ folder });
  const { key } = await blobs.write(ReadableStream.from([Buffer.from('aside')]));
  const content = await blobs.open(key);
  assert.ok(content?.localPath);
  const aside = join(folder, 'staging', `${key}-1`);
  await rename(content.localPath, aside);
  await utimes(aside, 1, 1);
  await openDiskBlobs({ folder });
  assert.equal(await readFile(content.localPath, 'utf8'), 'aside');
  // A file written again meanwhile is newer.
  await copyFile(content.localPath, aside);
  await utimes(aside, 1, 1);
  await utimes(content.localPath, 2, 2);
  await blobs.removeUnfinished(new Date(0));
  assert.equal((await stat(content.localPath)).mtimeMs, 2000);
  assert.deepEqual(await readdir(join(folder, 'staging')), []);
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
