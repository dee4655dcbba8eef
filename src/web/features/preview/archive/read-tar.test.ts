import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { savedName, TooLarge } from './archive.ts';
import { openArchive } from './open-archive.ts';
import { readTar } from './read-tar.ts';
import { tarBounds } from './tar-source.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Entry {
  readonly name: string;
  readonly content?: string;
  readonly kind?: string;
  /** The size in its header, if that is to be wrong. */
  readonly bytes?: number;
}

function tarOf(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const blocks = entries.map(({ name, content = '', kind = '0', bytes }) => {
    const body = bytesOf(content);
    const block = new Uint8Array(512 + Math.ceil(body.length / 512) * 512);
    const put = (text: string, at: number) => block.set(bytesOf(text), at);
    put(name, 0);
    put((bytes ?? body.length).toString(8).padStart(11, '0'), 124);
    put('14571303210', 136);
    put(' '.repeat(8), 148);
    put(kind, 156);
    put('ustar', 257);
    const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    put(`${sum.toString(8).padStart(6, '0')}\0`, 148);
    block.set(body, 512);
    return block;
  });
  return new Uint8Array(Buffer.concat([...blocks, new Uint8Array(1024)]));
}

function open(bytes: Uint8Array) {
  const read: number[] = [];
  const archive = openArchive(bytes.length, async (start, end) => {
    read.push(end - start);
    return bytes.slice(start, end);
  });
  return { archive, read };
}

const plain = tarOf([
  { name: 'plans/', kind: '5' },
  { name: './plans/quay 7.txt', content: 'the plan' },
  { name: 'x'.repeat(10), kind: 'L', content: `${'long/'.repeat(30)}name.txt\0` },
  { name: 'cut short', content: 'long name' },
  { name: 'pax', kind: 'x', content: '24 path=Grüße/港.txt\n' },
  { name: 'plain', content: 'extended' },
  { name: 'link', kind: '2' },
]);

it('refuses what is no archive', async () => {
  await assert.rejects(open(bytesOf('no archive, only words')).archive);
  await assert.rejects(open(bytesOf('words '.repeat(400))).archive);
  await assert.rejects(open(gzipSync('only words, packed')).archive);
});

it('lists the files of a tar archive, packed or not, and takes one out', async () => {
  for (const bytes of [plain, gzipSync(plain)]) {
    const { files, left } = await open(bytes).archive;
    assert.deepEqual(
      files.map((file) => [file.path, file.bytes]).sort(),
      [
        ['Grüße/港.txt', 8],
        [`${'long/'.repeat(30)}name.txt`, 9],
        ['plans/quay 7.txt', 8],
      ].sort(),
    );
    assert.equal(left, null);
    const plan = files.find(({ path }) => path.startsWith('plans'));
    assert.equal(plan?.modified?.toISOString(), '2024-03-04T08:30:00.000Z');
    assert.equal(await (await plan?.read())?.text(), 'the plan');
  }
});

it('leaves out what lies between the heads', async () => {
  const { archive, read } = open(
    tarOf([{ name: 'large', content: 'x'.repeat(3_000_000) }, { name: 'small' }]),
  );
  assert.equal((await archive).files.length, 2);
  assert.ok(read.reduce((sum, bytes) => sum + bytes, 0) < 400_000, read.join());
});

it('shows what stands before the damage', async () => {
  const claimed = tarOf([{ name: 'a', content: 'a' }, { name: 'b', bytes: 0o77777777777 }, { name: 'c' }]);
  const { files } = await open(claimed).archive;
  assert.deepEqual(
    files.map(({ path }) => path),
    ['a', 'b'],
  );
  await assert.rejects(async () => files[1]?.read());
  const damaged = tarOf([{ name: 'a', content: 'a' }, { name: 'b' }]);
  damaged[1030] = 7;
  assert.equal((await open(damaged).archive).left, 'damaged');
});

it('refuses heads that claim the impossible', async () => {
  const endless = { name: 'x', kind: 'L', content: 'name', bytes: 70_000 };
  const negative = { name: 'pax', kind: 'x', content: '11 size=-1\n' };
  const beyondAllNumbers = { name: 'pax', kind: 'x', content: '13 size=9e99\n' };
  for (const head of [endless, negative, beyondAllNumbers]) {
    await assert.rejects(open(tarOf([head, { name: 'b' }])).archive);
    const { files, left } = await open(tarOf([{ name: 'a', content: 'a' }, head, { name: 'b' }])).archive;
    assert.deepEqual([files.map(({ path }) => path), left], [['a'], 'damaged']);
  }
});

it('lists what is too large as far as its bounds reach, and does not call it damaged', async () => {
  const folders = tarOf([...'abcd'].map((name) => ({ name, kind: '5' })));
  const scattered = tarOf([...'abcd'].map((name) => ({ name, content: name.repeat(200_000) })));
  const packed = gzipSync(
    tarOf([
      { name: 'a', content: 'a'.repeat(4_500_000) },
      { name: 'b', content: 'b' },
    ]),
    { level: 0 },
  );
  const read = (bytes: Uint8Array, isPacked: boolean, bounds: Partial<typeof tarBounds>) =>
    readTar(bytes.length, async (start, end) => bytes.slice(start, end), isPacked, {
      ...tarBounds,
      ...bounds,
    });
  await assert.rejects(read(folders, false, { heads: 3 }), TooLarge);
  await assert.rejects(read(folders, false, { requests: 0 }), TooLarge);
  await assert.rejects(read(packed, true, { packed: 0 }), TooLarge);
  for (const [bytes, isPacked, bounds, names] of [
    [scattered, false, { files: 2 }, ['a', 'b']],
    [scattered, false, { heads: 3 }, ['a', 'b', 'c']],
    [scattered, false, { requests: 2 }, ['a', 'b']],
    [packed, true, { packed: 3_000_000 }, ['a']],
    [packed, true, { unpacked: 1_000_000 }, ['a']],
  ] as const) {
    const { files, left } = await read(bytes, isPacked, bounds);
    assert.deepEqual([files.map(({ path }) => path), left], [names, 'tooLarge'], JSON.stringify(bounds));
  }
  // A file behind the limit is not extracted, either.
  const { files } = await read(packed, true, { packed: 3_000_000 });
  await assert.rejects(async () => files[0]?.read(), TooLarge);
});

it('saves files under names that lead nowhere', () => {
  assert.equal(savedName('../../etc/passwd'), 'passwd');
  assert.equal(savedName('C:\\Windows\\evil.txt'), 'evil.txt');
  assert.equal(savedName('a/..'), 'file');
  assert.equal(savedName('a/'), 'file');
  assert.equal(savedName('plan\u202efdp.exe'), 'plan_fdp.exe');
});
