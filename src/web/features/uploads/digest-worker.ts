/** Computes the MD5 of files: repositories use it as a file's digest, and Web Crypto does not have it. */
import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type DigestAnswer, type DigestRequest, readWhole } from './digest-protocol.ts';

const pieceBytes = 4_000_000;

async function answerTo({ id, file }: DigestRequest): Promise<DigestAnswer> {
  // Read once: each access to the size or the date asks the disk.
  const { size } = file;
  try {
    if (size > readWhole) return { id, digest: await digestOf(file, size) };
    const lastModified = file instanceof File ? file.lastModified : 0;
    const bytes = await file.arrayBuffer();
    return { id, digest: bytesToHex(md5(new Uint8Array(bytes))), read: { bytes, lastModified } };
  } catch {
    return { id, digest: null };
  }
}

async function digestOf(file: Blob, size: number): Promise<string> {
  const hash = md5.create();
  for (let start = 0; start < size; start += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}

// One after the other, so that not all files are in memory at once.
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<DigestRequest>) => {
  last = last.then(async () => {
    const answer = await answerTo(data);
    postMessage(answer, { transfer: answer.read === undefined ? [] : [answer.read.bytes] });
  });
});
