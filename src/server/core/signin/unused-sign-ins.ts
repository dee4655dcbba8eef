/**
 * Ends what nobody has used for longer than the settings say: tokens of devices, and pairs of applications.
 * Invariant: from that moment on they are worth nothing anyway (token-uses.ts); here they go from the store.
 */
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { deviceTokenDirectory } from './device-tokens.ts';
import { endToken, readToken } from './oauth-tokens.ts';
import { ownService, tokenDirectory } from './token-directory.ts';
import { isUnused } from './token-uses.ts';

/** Nobody waits for a long list of all tokens. */
const atOnce = 500;

type End = (entries: EntryStore, entry: Entry) => Promise<unknown>;

export async function endUnusedSignIns(repository: Repository): Promise<void> {
  await endUnusedIn(repository, deviceTokenDirectory, (entries, { id }) =>
    entries.remove(deviceTokenDirectory, id),
  );
  await endUnusedIn(repository, tokenDirectory, (entries, entry) => endToken(entries, readToken(entry)));
}

async function endUnusedIn(repository: Repository, directory: string, end: End): Promise<void> {
  let passed = 0;
  const endSome = (): Promise<boolean> =>
    inSession(repository, { principals: systemPrincipals }, async (session) => {
      const { items } = await session.read.entries.list(directory, { offset: passed, limit: atOnce });
      const unused = items.filter((entry) => isOurs(entry) && isUnused(repository, directory, entry));
      passed += items.length - unused.length;
      if (unused.length > 0) {
        const { entries } = await session.write();
        for (const entry of unused) await end(entries, entry);
      }
      return items.length === atOnce;
    });
  while (await endSome());
}

/** What this server holds for people at other services ends there. */
function isOurs({ fields: { serviceName = ownService } }: Entry): boolean {
  return serviceName === ownService;
}
