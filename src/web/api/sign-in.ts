/**
 * Turns what a person gives (a password, a token, a consent) into credentials, and revokes them. Invariant: a password leaves
 * this module only in the two requests that exchange it, and is stored nowhere.
 */

import { ApiError, hasStatus } from './api-error.ts';
import type { ApiClient } from './client.ts';
import type { AppConfig } from './config.ts';
import { authorizationHeader, basicHeader, type Credentials } from './credentials.ts';
import { type SignedIn, loginTimeout as timeout, verifyCredentials } from './login.ts';
import { newerCredentials } from './newer-credentials.ts';
import { refreshTokens } from './oauth.ts';
import { randomText } from './random.ts';
import { readServerWays } from './server-ways.ts';
import type { StoredSession } from './session-storage.ts';

export const applicationName = 'Muniment';

/** Exchanges a password for a token of this browser, which can be revoked without affecting others. */
export async function signInWithPassword(
  client: ApiClient,
  username: string,
  password: string,
): Promise<SignedIn> {
  const authorization = basicHeader(username, password);
  const login = await verifyCredentials(client, authorization);
  const deviceId = randomText(16);
  const response = await client.send('/authentication/token', {
    root: 'server',
    query: { applicationName, deviceId, deviceDescription: describeDevice(), permission: 'ReadWrite' },
    headers: { Accept: 'text/plain, */*', 'X-No-Basic-Header': 'true' },
    authorization,
    timeout,
  });
  const token = (await response.text()).trim();
  if (token === '' || /\s|</.test(token)) {
    throw new ApiError({ kind: 'not-a-repository', message: 'The server gave no token for the password.' });
  }
  return {
    username: login.username,
    credentials: { kind: 'token', token, deviceId },
    defaultPassword: username === 'Administrator' && password === 'Administrator',
  };
}

/** A pasted token may be of either kind; the server's answer shows which. */
export async function signInWithToken(client: ApiClient, pasted: string): Promise<SignedIn> {
  const token = pasted.trim().replace(/^Bearer\s+/i, '');
  const candidates: readonly Credentials[] = [
    { kind: 'bearer', accessToken: token, refreshToken: null, expiresAt: null },
    { kind: 'token', token, deviceId: null },
  ];
  let refusal: unknown;
  for (const credentials of candidates) {
    try {
      const login = await verifyCredentials(client, authorizationHeader(credentials));
      return { username: login.username, credentials, defaultPassword: false };
    } catch (error) {
      if (!hasStatus(error, 401)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/**
 * New credentials; the same ones if the server still accepts them; null if it does not.
 * @param tabs the name of the tabs' channel
 */
export async function renewCredentials(
  client: ApiClient,
  config: AppConfig,
  tabs: string,
  credentials: Credentials,
  username: string,
): Promise<Credentials | null> {
  try {
    if (credentials.kind === 'bearer' && credentials.refreshToken !== null) {
      const newer = await newerCredentials(tabs, username, credentials.expiresAt);
      if (newer !== undefined) return newer;
      return await refreshTokens(client, config.signIn.clientId, credentials.refreshToken);
    }
    await verifyCredentials(client, authorizationHeader(credentials));
    return credentials;
  } catch (error) {
    if (hasStatus(error, 400) || hasStatus(error, 401)) return null;
    throw error;
  }
}

/** @returns the address that also ends the session on the server's own page and with the service that signed in there */
export async function signOut(
  client: ApiClient,
  config: AppConfig,
  session: StoredSession,
): Promise<string | undefined> {
  await revoke(client, config, session);
  const { credentials } = session;
  const isFromPage = credentials.kind === 'bearer' && credentials.refreshToken !== null;
  const isShared = isFromPage && (await readServerWays(client)).providers.length > 0;
  return isShared ? client.address('/oauth2/end_session', {}, 'server') : undefined;
}

/** Revokes what was issued to this browser. A pasted token stays valid: it was not issued to us. */
async function revoke(client: ApiClient, config: AppConfig, session: StoredSession): Promise<void> {
  const { credentials, username } = session;
  const authorization = authorizationHeader(credentials);
  if (credentials.kind === 'token') {
    if (credentials.deviceId === null) return;
    await client.done('/authentication/token', {
      root: 'server',
      query: { applicationName, deviceId: credentials.deviceId, revoke: true },
      authorization,
      timeout,
    });
  } else if (credentials.refreshToken !== null) {
    const path = `/oauth2/token/client/${encodeURIComponent(config.signIn.clientId)}/user/${encodeURIComponent(username)}`;
    await client.done(path, { method: 'DELETE', authorization, timeout });
  }
}

/** Shown in the list of tokens: only the browser and the system. */
function describeDevice(): string {
  const browser = /(Firefox|Edg|Chrome|Safari)\//.exec(navigator.userAgent)?.[1] ?? 'Browser';
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(navigator.userAgent)?.[1];
  return system === undefined ? browser : `${browser}, ${system}`;
}
