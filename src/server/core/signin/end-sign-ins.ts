/** Ends a person's sign-ins everywhere: after a new password, and when the account is removed. */
import type { Session } from '../kernel/session.ts';
import type { EntryStore } from '../kernel/stores.ts';
import { endDeviceTokens } from './device-tokens.ts';
import { endTokensOf } from './oauth-tokens.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';

/** Sessions of our own sign-in page (http/oauth/browser-session.ts). */
export const browserSessionDirectory = 'browserSessions';

/** Links from people of other services to accounts here (external-accounts.ts). */
export const externalAccountDirectory = 'externalAccounts';

/** Secrets of one-time codes (second-factor.ts). */
export const secondFactorDirectory = 'secondFactors';

/**
 * Ends all of the caller's sign-ins, including the one of this call.
 * @throws 403 without a recent sign-in
 */
export async function signOutEverywhere(session: Session): Promise<void> {
  requireRecentSignIn(session);
  await endSignIns((await session.write()).entries, session.username);
  session.audit({ eventId: 'signedOutEverywhere', category: 'NuxeoAuthentication' });
}

/** Keys on people's devices (passkeys.ts). */
export const passkeyDirectory = 'passkeys';

/** Codes of clients that have not fetched their tokens yet (oauth-authorization.ts). */
export const codeDirectory = 'oauth2Codes';

/** Addresses that deliver one file once (files/file-addresses.ts). */
export const fileAddressDirectory = 'fileAddresses';

/** @param exceptToken the token of the present call, which stays valid */
export async function endSignIns(entries: EntryStore, username: string, exceptToken?: string): Promise<void> {
  await endDeviceTokens(entries, username, exceptToken);
  await endTokensOf(entries, username, exceptToken);
  await removeAllOf(entries, codeDirectory, username);
  await removeAllOf(entries, fileAddressDirectory, username);
  await removeAllOf(entries, browserSessionDirectory, username);
}

/** Ends sign-ins with a browser; tokens of devices stay valid. */
export async function endBrowserSignIns(entries: EntryStore, username: string): Promise<void> {
  await endTokensOf(entries, username, undefined);
  await removeAllOf(entries, browserSessionDirectory, username);
}

/** Removes everything linked to the person, so that a later person with the same name does not get it. */
export async function removeTies(entries: EntryStore, username: string): Promise<void> {
  await removeAllOf(entries, externalAccountDirectory, username);
  await removeAllOf(entries, secondFactorDirectory, username);
  await removeAllOf(entries, passkeyDirectory, username);
}

async function removeAllOf(entries: EntryStore, directory: string, login: string): Promise<void> {
  for (const { id } of (await entries.list(directory, { filter: { equals: { login } } })).items)
    await entries.remove(directory, id);
}
