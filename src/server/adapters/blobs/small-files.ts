/** Reads files that are small enough to be digested before anything is written. */
import type { Bytes } from '#server/core/kernel/ports.ts';

const mostBytes = 128 * 1024;

/** Either all bytes of a small file, copied, or a stream of the whole larger file. */
export async function wholeWhenSmall(
  source: Bytes,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer> } | { readonly source: Bytes }> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const rest = iterator(source);
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    // Copied, because the source may reuse its memory.
    pieces.push(new Uint8Array(next.value));
    length += next.value.byteLength;
    if (length > mostBytes) return { source: following(pieces, rest) };
  }
  const [only] = pieces;
  return { bytes: only && pieces.length === 1 ? only : joined(pieces, length) };
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  for (const piece of pieces) {
    bytes.set(piece, filled);
    filled += piece.byteLength;
  }
  return bytes;
}

async function* iterator(source: Bytes): AsyncGenerator<Uint8Array, void> {
  yield* source;
}

async function* following(
  first: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  yield* first;
  yield* rest;
}
