/**
 * Writes ZIP files as streams. Invariant: bytes are never gathered in memory; no entry name leads out of its folder.
 */
import { Zip, ZipPassThrough } from 'fflate';
import type { Bytes } from '../kernel/ports.ts';

export interface ZipEntry {
  /** Segments that people have chosen must have gone through `safeName`. */
  readonly name: string;
  readonly bytes: Bytes;
}

export async function* zipOf(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array, void> {
  const ready: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  const drain = function* (): Generator<Uint8Array, void> {
    if (failure) throw failure;
    yield* ready.splice(0);
  };
  for await (const { name, bytes } of entries) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const chunk of bytes) {
      entry.push(chunk);
      yield* drain();
    }
    entry.push(new Uint8Array(0), true);
    yield* drain();
  }
  zip.end();
  yield* drain();
}

/** Makes a name a single path segment. */
export function safeName(name: string): string {
  return name.replace(/[/\\\p{Cc}]/gu, '-').replace(/^\.+$/, '-');
}
