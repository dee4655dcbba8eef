import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import fc from 'fast-check';
import { DamagedError, decryptedSize, Encryption, WrongKeyError } from './encryption.ts';

const encryption = new Encryption(randomBytes(32));
const piece = 64 * 1024;
const head = 64;
const tag = 16;

async function* inParts(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size);
}

const encrypt = (bytes: Uint8Array, size = 1_000_000) => buffer(encryption.encrypted(inParts(bytes, size)));
const decrypt = (bytes: Uint8Array, by = encryption, size = 1_000_000) =>
  buffer(by.decrypted(inParts(bytes, size)));

test('another key differs from damage', async () => {
  const bytes = await encrypt(Buffer.from('deed'));
  await assert.rejects(decrypt(bytes, new Encryption(randomBytes(32))), WrongKeyError);
  await assert.rejects(decrypt(bytes.with(head, (bytes[head] ?? 0) ^ 1)), DamagedError);
});

test('nothing that was cut, changed, repeated or put elsewhere is decrypted', async () => {
  const bytes = await encrypt(randomBytes(3 * piece));
  const part = (index: number) =>
    bytes.subarray(head + index * (piece + tag), head + (index + 1) * (piece + tag));
  const start = bytes.subarray(0, head);
  for (const wrong of [
    new Uint8Array(0),
    bytes.subarray(0, 10),
    start,
    bytes.subarray(0, head + 3),
    Buffer.concat([start, part(0)]),
    Buffer.concat([start, part(0), part(1)]),
    Buffer.concat([start, part(1), part(0), part(2)]),
    Buffer.concat([start, part(0), part(2)]),
    Buffer.concat([start, part(0), part(0), part(1), part(2)]),
    Buffer.concat([bytes, part(2)]),
    Buffer.concat([bytes, Buffer.from('x')]),
    Buffer.concat([(await encrypt(Buffer.from('x'))).subarray(0, head), part(0), part(1), part(2)]),
  ])
    await assert.rejects(decrypt(wrong), DamagedError);
});

test('files of all sizes come back, in whatever parts they pass', async () => {
  const sizes = [0, 1, piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 7];
  for (const size of sizes) {
    const bytes = randomBytes(size);
    const encrypted = await encrypt(bytes, 10_007);
    assert.equal(decryptedSize(encrypted.byteLength), size);
    assert.ok((await decrypt(encrypted, encryption, 9_973)).equals(bytes));
  }
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      async (bytes, size) => {
        const encrypted = await encrypt(bytes, size);
        assert.equal(decryptedSize(encrypted.byteLength), bytes.byteLength);
        assert.deepEqual(new Uint8Array(await decrypt(encrypted, encryption, size)), bytes);
      },
    ),
    { numRuns: 50 },
  );
});

test('equal files are encrypted differently, and named alike by one key only', async () => {
  const bytes = Buffer.from('the same deed');
  assert.notDeepEqual(await encrypt(bytes), await encrypt(bytes));
  assert.equal(encryption.nameOf('deed'), encryption.nameOf('deed'));
  assert.notEqual(encryption.nameOf('deed'), new Encryption(randomBytes(32)).nameOf('deed'));
});
