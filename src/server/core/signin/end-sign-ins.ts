/** Ends what somebody is signed in with elsewhere: after a new password, and when the account goes. */
import type { EntryStore } from '../kernel/stores.ts';
import { endDeviceTokens } from './device-tokens.ts';
import { endTokensOf } from './oauth-tokens.ts';

/** Of our own sign-in page (http/oauth/browser-session.ts). */
export const browserSessionDirectory = 'browserSessions';

/** @param kept the token at hand, which goes on */
export async function endSignIns(entries: EntryStore, username: string, kept?: string): Promise<void> {
  await endDeviceTokens(entries, username, kept);
  await endTokensOf(entries, username, kept);
  const equals = { login: username };
  for (const { id } of (await entries.list(browserSessionDirectory, { filter: { equals } })).items)
    await entries.remove(browserSessionDirectory, id);
}
