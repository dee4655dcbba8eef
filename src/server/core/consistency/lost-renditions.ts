/**
 * Conversions that are noted, and whose bytes are gone: whoever asks for one gets an error until it is forgotten.
 * Invariant: rows of removed documents are no contradiction: the next sweep takes them.
 */
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';

const pageOfKeys = 1_000;
const openedAtOnce = 50;

/** Keys, each with whether its conversion was forgotten, so that it is made again. */
export async function* lostRenditions(
  repository: Repository,
  mends: boolean,
): AsyncGenerator<{ readonly key: string; readonly isMended: boolean }> {
  for (let last = ''; ; ) {
    const page = await readStores(repository, ({ renditions }) => renditions.results(last, pageOfKeys));
    const suspects = await withoutBytes(repository, page);
    // A sweep may have taken both meanwhile.
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
