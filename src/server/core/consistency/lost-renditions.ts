/**
 * Finds stored conversions whose bytes are gone: requests for one fail until it is forgotten.
 * Invariant: conversions of removed documents are not reported; the next sweep removes them.
 */
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';

const pageOfKeys = 1_000;
const openedAtOnce = 50;

/** Keys of lost conversions; `isMended` when they were forgotten, so that they are made again. */
export async function* lostRenditions(
  repository: Repository,
  mends: boolean,
): AsyncGenerator<{ readonly key: string; readonly isMended: boolean }> {
  for (let last = ''; ; ) {
    const page = await readStores(repository, ({ renditions }) => renditions.results(last, pageOfKeys));
    const suspects = await withoutBytes(repository, page);
    // A sweep may meanwhile have removed both the row and the bytes.
    const noted = await readStores(repository, ({ renditions }) => renditions.referencedBlobs(suspects));
    const lost = await withoutBytes(repository, noted);
    if (mends && lost.length > 0)
      await inSession(repository, { principals: systemPrincipals }, async (session) =>
        (await session.write()).renditions.forgetResults(lost),
      );
    for (const key of lost) yield { key, isMended: mends };
    if (page.length < pageOfKeys) return;
    last = page.at(-1) ?? last;
  }
}

async function withoutBytes(
  { ports: { blobs } }: Repository,
  keys: readonly string[],
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (let start = 0; start < keys.length; start += openedAtOnce)
    await Promise.all(
      keys.slice(start, start + openedAtOnce).map(async (key) => {
        if (!(await blobs.open(key))) lost.push(key);
      }),
    );
  return lost;
}
