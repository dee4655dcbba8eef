/**
 * Signing in without a password: device tokens, OAuth 2 access tokens, JSON web tokens, a trusted portal.
 * Invariant: a token is invalid once its person or its client is gone, or when it has not been used for too long.
 */
import type { Principals } from '../kernel/model.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Stores } from '../kernel/stores.ts';
import { knownPerson } from '../people/known-people.ts';
import { deviceTokenDirectory, findDeviceToken } from './device-tokens.ts';
import { findClient } from './oauth-clients.ts';
import { endOf, liveToken, type OAuthToken } from './oauth-tokens.ts';
import { momentIn } from './recent-sign-in.ts';
import { tokenDirectory } from './token-directory.ts';
import { isUnused, noteUse } from './token-uses.ts';

export async function withDeviceToken(
  repository: Repository,
  token: string,
): Promise<Principals | undefined> {
  return readStores(repository, async (stores) => {
    const known = await findDeviceToken(stores.entries, token);
    if (!known || isUnused(repository, deviceTokenDirectory, known)) return undefined;
    const signedInUntil = noteUse(repository, deviceTokenDirectory, known.id, known.fields);
    const login = String(known.fields.userName);
    const moment = momentIn(known.fields.signedInAt);
    return person(repository, stores, login, { signedInWith: known.id, signedInUntil, ...moment });
  });
}

/** `requestPath` is relative to the server's base path: a JSON web token may be restricted to a part of it. */
export async function withBearer(
  repository: Repository,
  token: string,
  requestPath: string,
): Promise<Principals | undefined> {
  return readStores(repository, async (stores) => {
    const known = await oauthLogin(repository, stores, token);
    if (known) {
      const nextNote = noteUse(repository, tokenDirectory, known.entryId, known.fields);
      const signedInUntil = Math.min(endOf(known), nextNote);
      const moment = momentIn(known.fields.signedInAt);
      return person(repository, stores, known.login, {
        signedInWith: known.entryId,
        signedInUntil,
        ...moment,
      });
    }
    const claims = await jwtClaims(repository, token, requestPath);
    if (!claims) return undefined;
    const { login, end, madeAt } = claims;
    return person(repository, stores, login, { signedInUntil: end, ...madeAt });
  });
}

/** Signs in the person named by a trusted portal. */
export async function withPortalLogin(
  repository: Repository,
  login: string,
): Promise<Principals | undefined> {
  const signedInAt = repository.ports.clock.now().getTime();
  return readStores(repository, (stores) => person(repository, stores, login, { signedInAt }));
}

async function oauthLogin(
  repository: Repository,
  stores: Stores,
  accessToken: string,
): Promise<OAuthToken | undefined> {
  const token = await liveToken(stores.entries, accessToken, repository.ports.clock.now());
  if (!token || isUnused(repository, tokenDirectory, { id: token.entryId, fields: token.fields }))
    return undefined;
  const client = token.clientId ? await findClient(stores.entries, token.clientId) : undefined;
  return client?.enabled ? token : undefined;
}

interface JwtClaims {
  readonly login: string;
  /** In milliseconds since 1970. */
  readonly end: number;
  readonly madeAt: Pick<Principals, 'signedInAt'>;
}

async function jwtClaims(
  repository: Repository,
  token: string,
  requestPath: string,
): Promise<JwtClaims | undefined> {
  const { sub, aud, exp, iat } = (await repository.ports.jwt?.verify(token)) ?? {};
  if (typeof sub !== 'string') return undefined;
  if (aud !== undefined && !(typeof aud === 'string' && isInside(requestPath, aud))) return undefined;
  const madeAt = typeof iat === 'number' ? { signedInAt: iat * 1000 } : {};
  return { login: sub, end: typeof exp === 'number' ? exp * 1000 : Infinity, madeAt };
}

function isInside(path: string, audience: string): boolean {
  const [requestedPath, allowed] = [path, audience].map((text) => text.replace(/^\/+|(?<!\/)\/+$/g, ''));
  return requestedPath === allowed || (requestedPath ?? '').startsWith(`${allowed}/`);
}

async function person(
  repository: Repository,
  stores: Stores,
  login: string,
  token: Pick<Principals, 'signedInWith' | 'signedInUntil' | 'signedInAt'> = {},
): Promise<Principals | undefined> {
  const { entry, principals } = await knownPerson(repository, stores, login);
  return entry && { ...principals, ...token };
}
