/** Tests that every blob store must pass. Each case gets an empty store. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '#server/core/kernel/ports.ts';

export interface BlobCase {
  readonly name: string;
  run(blobs: BlobStore): Promise<void>;
}

async function* pieces(...parts: readonly (string | Uint8Array)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function read(blobs: BlobStore, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const content = await blobs.open(key);
  assert.ok(content);
  return buffer(content.stream(range));
}

export async function collect(keys: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const later = (): Date => new Date(Date.now() + 60_000);

export const blobCases: readonly BlobCase[] = [
  {
    name: 'addresses bytes by their SHA-256 and tells their MD5 and length',
    run: async (blobs) => {
      const written = await blobs.write(pieces('hel', 'lo'));
      assert.deepEqual(written, {
        key: sha256(Buffer.from('hello')),
        digest: '5d41402abc4b2a76b9719d911017c592',
        length: 5,
      });
      assert.equal((await read(blobs, written.key)).toString(), 'hello');
    },
  },
  {
    name: 'keeps no bytes at all as well',
    run: async (blobs) => {
      const { key, length } = await blobs.write(pieces());
      assert.equal(length, 0);
      assert.equal((await read(blobs, key)).byteLength, 0);
    },
  },
  {
    name: 'stores equal bytes once',
    run: async (blobs) => {
      const first = await blobs.write(pieces('same'));
      const second = await blobs.write(pieces('sa', 'me'));
      assert.deepEqual(first, second);
      assert.deepEqual(await collect(blobs.keys(later())), [first.key]);
    },
  },
  {
    name: 'has what is to be settled later at once, and keeps it',
    run: async (blobs) => {
      const texts = Array.from({ length: 20 }, (_, index) => `settled later ${index % 15}`);
      const before = await blobs.write(pieces('settled later 3'));
      const written = await Promise.all(
        texts.map((text) => blobs.write(pieces(text), { settlesLater: true })),
      );
      assert.equal(written[3]?.key, before.key);
      for (const [index, { key }] of written.entries())
        assert.equal((await read(blobs, key)).toString(), texts[index]);
      await Promise.all([blobs.settle(), blobs.settle()]);
      await blobs.settle();
      assert.equal((await collect(blobs.keys(later()))).length, 15);
      assert.equal((await read(blobs, before.key)).toString(), 'settled later 3');
    },
  },
  {
    name: 'gives half-open ranges',
    run: async (blobs) => {
      const { key } = await blobs.write(pieces('0123456789'));
      assert.equal((await read(blobs, key, { start: 2, end: 5 })).toString(), '234');
      assert.equal((await read(blobs, key, { start: 9, end: 10 })).toString(), '9');
      assert.equal((await read(blobs, key, { start: 4, end: 4 })).byteLength, 0);
    },
  },
  {
    name: 'carries several megabytes unchanged, whatever the pieces',
    run: async (blobs) => {
      const bytes = randomBytes(5 * 1024 * 1024 + 7);
      const { key, length } = await blobs.write(
        pieces(bytes.subarray(0, 3), bytes.subarray(3, 2_000_000), bytes.subarray(2_000_000)),
      );
      assert.equal(length, bytes.byteLength);
      assert.equal(key, sha256(bytes));
      assert.ok((await read(blobs, key)).equals(bytes));
    },
  },
  {
    name: 'copies a piece before the source uses its buffer again',
    run: async (blobs) => {
      const reused = Buffer.alloc(4);
      const source = async function* () {
        for (const text of ['abcd', 'efgh']) {
          reused.write(text);
          yield reused;
        }
      };
      const { key } = await blobs.write(source());
      assert.equal((await read(blobs, key)).toString(), 'abcdefgh');
    },
  },
  {
    name: 'joins pieces in order and keeps them',
    run: async (blobs) => {
      const one = await blobs.write(pieces('one '));
      const two = await blobs.write(pieces('two'));
      const both = await blobs.concat([one.key, two.key]);
      assert.equal((await read(blobs, both.key)).toString(), 'one two');
      assert.equal((await read(blobs, one.key)).toString(), 'one ');
    },
  },
  {
    name: 'refuses to join what is not there',
    run: async (blobs) => {
      await assert.rejects(blobs.concat(['0'.repeat(64)]));
      assert.deepEqual(await collect(blobs.keys(later())), []);
    },
  },
  {
    name: 'keeps nothing of a source that breaks',
    run: async (blobs) => {
      const source = async function* () {
        yield Buffer.from('half');
        throw new Error('the line went dead');
      };
      await assert.rejects(blobs.write(source()), /the line went dead/);
      assert.deepEqual(await collect(blobs.keys(later())), []);
    },
  },
  {
    name: 'stops at the allowed number of bytes',
    run: async (blobs) => {
      await assert.rejects(blobs.write(pieces('12345'), { maxBytes: 4 }), { code: 'payloadTooLarge' });
      assert.equal((await blobs.write(pieces('1234'), { maxBytes: 4 })).length, 4);
    },
  },
  {
    name: 'stops when its signal is aborted',
    run: async (blobs) => {
      const controller = new AbortController();
      const source = async function* () {
        yield Buffer.from('a');
        controller.abort();
        yield Buffer.from('b');
      };
      await assert.rejects(blobs.write(source(), { signal: controller.signal }), { name: 'AbortError' });
    },
  },
  {
    name: 'knows nothing of other keys, however they look',
    run: async (blobs) => {
      for (const key of ['0'.repeat(64), '../../etc/passwd', '']) {
        assert.equal(await blobs.open(key), undefined);
        await blobs.remove(key);
      }
    },
  },
  {
    name: 'removes, and lists only what is old enough',
    run: async (blobs) => {
      const { key } = await blobs.write(pieces('x'));
      assert.deepEqual(await collect(blobs.keys(new Date(0))), []);
      await blobs.remove(key, new Date(0));
      assert.ok(await blobs.open(key), 'brought since');
      await blobs.remove(key, later());
      assert.equal(await blobs.open(key), undefined);
      await blobs.write(pieces('x'));
      await blobs.remove(key);
      assert.equal(await blobs.open(key), undefined);
      assert.deepEqual(await collect(blobs.keys(later())), []);
    },
  },
  {
    name: 'lets a reader stop early',
    run: async (blobs) => {
      const { key } = await blobs.write(pieces(randomBytes(2 * 1024 * 1024)));
      const content = await blobs.open(key);
      const reader = content?.stream().getReader();
      assert.equal((await reader?.read())?.done, false);
      await reader?.cancel();
      await blobs.remove(key);
    },
  },
];
