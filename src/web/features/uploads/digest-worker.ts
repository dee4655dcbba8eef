/** Works out the MD5 of files, which repositories tell as a file's digest and the web's own cryptography leaves out. */
import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { DigestAnswer, DigestRequest } from './digest-protocol.ts';

const pieceBytes = 4_000_000;

async function digestOf(file: Blob): Promise<string | null> {
  const hash = md5.create();
  // A file on the disk is asked for its size at each look.
  const { size } = file;
  try {
    if (size <= pieceBytes) return bytesToHex(md5(new Uint8Array(await file.arrayBuffer())));
    for (let start = 0; start < size; start += pieceBytes) {
      hash.update(new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer()));
    }
  } catch {
    return null;
  }
  return bytesToHex(hash.digest());
}

// One after the other: files that are looked at together would all be in memory.
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<DigestRequest>) => {
  last = last.then(async () => {
    postMessage({ id: data.id, digest: await digestOf(data.file) } satisfies DigestAnswer);
  });
});
