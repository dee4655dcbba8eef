/**
 * Removes tokens of devices and applications that have been unused for longer than the settings allow.
 * Invariant: they are invalid from that time on anyway (token-uses.ts); this only cleans up the store.
 */
import type { Repository } from '../kernel/repository.ts';
import type { Entry } from '../kernel/stores.ts';
import { sweepEntries } from '../kernel/sweeping.ts';
import { deviceTokenDirectory } from './device-tokens.ts';
import { removeLockedPairs } from './oauth-tokens.ts';
import { ownService, tokenDirectory } from './token-directory.ts';
import { isUnused } from './token-uses.ts';

export async function endUnusedSignIns(repository: Repository): Promise<void> {
  const isOver = (directory: string) => (entry: Entry) =>
    isOurs(entry) && isUnused(repository, directory, entry);
  await sweepEntries(repository, deviceTokenDirectory, isOver(deviceTokenDirectory));
  await sweepEntries(repository, tokenDirectory, isOver(tokenDirectory), async (session, over) =>
    removeLockedPairs((await session.write()).entries, over),
  );
}

/** Tokens held for people at other services are left to those services. */
function isOurs({ fields: { serviceName = ownService } }: Entry): boolean {
  return serviceName === ownService;
}
