/**
 * Ends what nobody has used for longer than the settings say: tokens of devices, and pairs of applications.
 * Invariant: from that moment on they are worth nothing anyway (token-uses.ts); here they go from the store.
 */
import type { Repository } from '../kernel/repository.ts';
import type { Entry } from '../kernel/stores.ts';
import { sweepEntries } from '../kernel/sweeping.ts';
import { deviceTokenDirectory } from './device-tokens.ts';
import { endHeldPairs } from './oauth-tokens.ts';
import { ownService, tokenDirectory } from './token-directory.ts';
import { isUnused } from './token-uses.ts';

export async function endUnusedSignIns(repository: Repository): Promise<void> {
  const isOver = (directory: string) => (entry: Entry) =>
    isOurs(entry) && isUnused(repository, directory, entry);
  await sweepEntries(repository, deviceTokenDirectory, isOver(deviceTokenDirectory));
  await sweepEntries(repository, tokenDirectory, isOver(tokenDirectory), async (session, over) =>
    endHeldPairs((await session.write()).entries, over),
  );
}

/** What this server holds for people at other services ends there. */
function isOurs({ fields: { serviceName = ownService } }: Entry): boolean {
  return serviceName === ownService;
}
