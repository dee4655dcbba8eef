/**
 * Refreshing a token pair.
 * Invariants: a refresh replaces both tokens, and the old ones stop working at once. All refresh tokens of one grant have the
 * same beginning, so that a replaced one is recognized without a list of old tokens. Using it again ends the pair, since it
 * means that one of two holders has stolen a token, and nobody can tell which. A pair that has not been used for too long
 * cannot be refreshed.
 */
import type { OAuthTokens } from '#wire/people.ts';
import type { Session } from '../kernel/session.ts';
import type { EntryStore } from '../kernel/stores.ts';
import { holdPerson } from './hold-person.ts';
import {
  accessTokenLength,
  endToken,
  familyDigest,
  familyLength,
  insertKeys,
  millisecondsLeft,
  type OAuthToken,
  pairFields,
  pairOfKey,
  readToken,
  removeKeys,
} from './oauth-tokens.ts';
import { derivedText, randomText, tokenDigest } from './secrets.ts';
import { ownService, tokenDirectory } from './token-directory.ts';
import { isUnused } from './token-uses.ts';

/**
 * Within this time a repeated request gets the same answer. Honest clients repeat it: two tabs of a browser that cannot lock
 * each other out (pages over plain http have no locks), or a client whose first answer was lost. A stolen token used within
 * this time is detected at the next refresh, when the other holder sends a replaced one.
 */
const repeatMilliseconds = 30_000;

/** Undefined when refused. What must end then is part of this unit, so the caller must commit before it refuses. */
export async function refreshPair(
  session: Session,
  clientId: string,
  refreshToken: string,
): Promise<OAuthTokens | undefined> {
  const { entries } = await session.write();
  const token = await heldPair(entries, clientId, refreshToken);
  if (!token) return undefined;
  if (isUnused(session.repository, tokenDirectory, { id: token.entryId, fields: token.fields })) {
    await endToken(entries, token);
    return undefined;
  }
  const digest = await tokenDigest(refreshToken);
  if (token.refreshToken === digest) return replaceToken(session, token, refreshToken);
  if (token.family !== (await familyDigest(refreshToken))) return undefined;
  const { replacedToken, salt } = token.fields;
  const age = session.now.getTime() - token.createdAt.getTime();
  if (replacedToken === digest && typeof salt === 'string' && age <= repeatMilliseconds)
    return repeatedAnswer(session, token, refreshToken, salt);
  await endToken(entries, token);
  session.audit({
    eventId: 'refreshTokenReused',
    category: 'NuxeoAuthentication',
    comment: `${token.login}, ${clientId}`,
    extended: { login: token.login, clientId },
  });
  return undefined;
}

/**
 * Locks the pair and its person until the end of the unit: of two calls with the same token the later one finds it replaced,
 * and a call during the end of all sign-ins finds it gone.
 */
async function heldPair(
  entries: EntryStore,
  clientId: string,
  refreshToken: string,
): Promise<OAuthToken | undefined> {
  if (refreshToken === '') return undefined;
  const id =
    (await pairOfKey(entries, await tokenDigest(refreshToken))) ??
    (await pairOfKey(entries, await familyDigest(refreshToken)));
  const found = id === undefined ? undefined : await entries.get(tokenDirectory, id);
  if (!found) return undefined;
  const { login, serviceName, clientId: owner } = readToken(found);
  if (serviceName !== ownService || owner !== clientId) return undefined;
  await holdPerson(entries, login);
  const pair = await entries.getForUpdate(tokenDirectory, found.id);
  return pair && readToken(pair);
}

async function replaceToken(session: Session, token: OAuthToken, refreshToken: string): Promise<OAuthTokens> {
  const { entries } = await session.write();
  const salt = randomText(32);
  const { tokens, fields } = await pairFields(session, token.entryId, await successors(refreshToken, salt));
  await removeKeys(entries, token);
  const replaced = { ...token.fields, ...fields, replacedToken: token.refreshToken, salt };
  await entries.update(tokenDirectory, token.entryId, replaced);
  await insertKeys(entries, token.entryId, fields);
  return tokens;
}

/**
 * Derived from the token that they replace, so that only a client with that token can get them again: what is stored is
 * not enough.
 */
async function successors(refreshToken: string, salt: string) {
  const rest = await derivedText(refreshToken, `refresh token ${salt}`, familyLength);
  return {
    accessToken: await derivedText(refreshToken, `access token ${salt}`, accessTokenLength),
    refreshToken: refreshToken.slice(0, familyLength) + rest,
  };
}

async function repeatedAnswer(
  session: Session,
  token: OAuthToken,
  refreshToken: string,
  salt: string,
): Promise<OAuthTokens> {
  const { tokens } = await pairFields(session, token.entryId, await successors(refreshToken, salt));
  const secondsLeft = Math.floor(millisecondsLeft(token, session.now) / 1000);
  return { ...tokens, expires_in: Math.max(0, secondsLeft) };
}
