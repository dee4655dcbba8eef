/**
 * Copies the files that rows refer to, and checks that they are complete.
 * Invariant: a file counts as copied only when its bytes have the digest that is its name.
 */

import { Digests } from '#server/adapters/blobs/digests.ts';
import type { TableRows } from '#server/adapters/sql/stores/table-rows.ts';
import { tableNames, tables } from '#server/adapters/sql/tables.ts';
import type { Differences } from './differences.ts';
import { DamagedError } from './encryption.ts';
import type { Place } from './places.ts';
import type { Progress } from './progress.ts';

const atOnce = 8;

/** Files that are missing or incomplete in the source are reported and skipped. */
export async function copyFiles(
  from: Place,
  to: Place,
  differences: Differences,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  if (from.filesAt === to.filesAt) return;
  await forEachBlob(from.rows, 'files', progress, signal, async (key) => {
    const source = await from.blobs.open(key);
    if (source === undefined) {
      differences.add(await report(from, key, 'is missing'));
      return 0;
    }
    if ((await to.blobs.open(key))?.size === source.size) return 0;
    const written = await ofWhole(() => to.blobs.write(source.stream(), { signal }));
    if (written?.key !== key) differences.add(await report(from, key, 'is damaged'));
    return source.size;
  });
}

/** Checks that every file exists that the target's rows refer to; `whole` reads each to its end. */
export async function checkFiles(
  place: Place,
  { whole }: { readonly whole: boolean },
  differences: Differences,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  await forEachBlob(place.rows, 'looking at files', progress, signal, async (key) => {
    const content = await place.blobs.open(key);
    if (content === undefined) differences.add(await report(place, key, 'is missing'));
    else if (whole && !(await isWhole(key, content.stream(), signal)))
      differences.add(await report(place, key, 'is damaged'));
    return whole ? (content?.size ?? 0) : 0;
  });
}

async function report({ words, rows }: Place, key: string, state: string): Promise<string> {
  const holder = await rows.holderOf(key);
  return `${words}: the file ${key}${holder === undefined ? '' : ` of ${holder}`} ${state}`;
}

async function isWhole(
  key: string,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await ofWhole(async () => {
    const digests = new Digests();
    for await (const bytes of stream) {
      signal.throwIfAborted();
      digests.update(bytes);
    }
    return digests.finish();
  });
  return found?.key === key;
}

/** Undefined when the bytes cannot be decrypted. */
async function ofWhole<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedError) return undefined;
    throw error;
  }
}

/** @param act returns the number of bytes processed */
async function forEachBlob(
  rows: TableRows,
  name: string,
  progress: Progress,
  signal: AbortSignal,
  act: (key: string) => Promise<number>,
): Promise<void> {
  const holders = tableNames.filter((table) => tables[table].holdsBlobs);
  let total = 0;
  for (const table of holders) total += await rows.countBlobs(table);
  progress.begin(name, total);
  for (const table of holders) {
    for await (const keys of rows.blobKeys(table)) {
      const waiting = keys.values();
      const work = async (): Promise<void> => {
        for (const key of waiting) {
          signal.throwIfAborted();
          progress.advance(1, await act(key));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    }
  }
  progress.end();
}
