/**
 * Signing in with something other than a password: device tokens, OAuth 2 access tokens, JSON web tokens.
 * Invariant: a token is worth nothing once its person, or its client, is gone.
 */
import type { Principals } from '../kernel/model.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Stores } from '../kernel/stores.ts';
import { knownPerson } from '../people/known-people.ts';
import { deviceTokenDirectory, findDeviceToken } from './device-tokens.ts';
import { findClient } from './oauth-clients.ts';
import { liveToken, type OAuthToken } from './oauth-tokens.ts';
import { tokenDirectory } from './token-directory.ts';
import { noteUse } from './token-uses.ts';

export async function withDeviceToken(
  repository: Repository,
  token: string,
): Promise<Principals | undefined> {
  return readStores(repository, async (stores) => {
    const known = await findDeviceToken(stores.entries, token);
    if (!known) return undefined;
    noteUse(repository, deviceTokenDirectory, known.id, known.fields);
    return person(repository, stores, String(known.fields.userName), known.id);
  });
}

/** `requestPath` is relative to the server's base path: a JSON web token may be for a part of it only. */
export async function withBearer(
  repository: Repository,
  token: string,
  requestPath: string,
): Promise<Principals | undefined> {
  return readStores(repository, async (stores) => {
    const known = await oauthLogin(repository, stores, token);
    if (known) {
      noteUse(repository, tokenDirectory, known.entryId, known.fields);
      return person(repository, stores, known.login, known.entryId);
    }
    return person(repository, stores, await jwtLogin(repository, token, requestPath));
  });
}

/** Somebody whom a trusted portal vouches for. */
export async function withPortalLogin(
  repository: Repository,
  login: string,
): Promise<Principals | undefined> {
  return readStores(repository, (stores) => person(repository, stores, login));
}

async function oauthLogin(
  repository: Repository,
  stores: Stores,
  accessToken: string,
): Promise<OAuthToken | undefined> {
  const token = await liveToken(stores.entries, accessToken, repository.ports.clock.now());
  const client = token?.clientId ? await findClient(stores.entries, token.clientId) : undefined;
  return client?.enabled ? token : undefined;
}

async function jwtLogin(
  repository: Repository,
  token: string,
  requestPath: string,
): Promise<string | undefined> {
  const claims = await repository.ports.jwt?.verify(token);
  const { sub, aud } = claims ?? {};
  if (typeof sub !== 'string') return undefined;
  return aud === undefined || (typeof aud === 'string' && isInside(requestPath, aud)) ? sub : undefined;
}

function isInside(path: string, audience: string): boolean {
  const [asked, allowed] = [path, audience].map((text) => text.replace(/^\/+|(?<!\/)\/+$/g, ''));
  return asked === allowed || (asked ?? '').startsWith(`${allowed}/`);
}

async function person(
  repository: Repository,
  stores: Stores,
  login: string | undefined,
  signedInWith?: string,
): Promise<Principals | undefined> {
  if (login === undefined) return undefined;
  const { entry, principals } = await knownPerson(repository, stores, login);
  if (!entry) return undefined;
  return signedInWith === undefined ? principals : { ...principals, signedInWith };
}
