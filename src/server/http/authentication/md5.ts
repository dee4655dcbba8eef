/**
 * MD5 (RFC 1321), which web cryptography does not offer: old portals use it in their proofs, and clients compare files by
 * it.
 * Invariant: never used where collisions matter; blobs are addressed by SHA-256.
 */
const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const;
const sines = Array.from(
  { length: 64 },
  (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32) | 0,
);

export function md5(message: Uint8Array): ArrayBuffer {
  const padded = pad(message);
  const state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let at = 0; at < padded.byteLength; at += 64) mix(state, padded, at);
  const result = new DataView(new ArrayBuffer(16));
  for (const [index, word] of state.entries()) result.setInt32(index * 4, word, true);
  return result.buffer;
}

function pad(message: Uint8Array): DataView {
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n, true);
  return view;
}

function mix(state: number[], block: DataView, at: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const chosen =
      round === 0
        ? (b & c) | (~b & d)
        : round === 1
          ? (d & b) | (~d & c)
          : round === 2
            ? b ^ c ^ d
            : c ^ (b | ~d);
    const word = [step, 5 * step + 1, 3 * step + 5, 7 * step][round] ?? 0;
    const sum = (a + chosen + (sines[step] ?? 0) + block.getInt32(at + (word % 16) * 4, true)) | 0;
    const shift = shifts[round * 4 + (step % 4)] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  for (const [index, word] of [a, b, c, d].entries()) state[index] = ((state[index] ?? 0) + word) | 0;
}
