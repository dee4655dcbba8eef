/**
 * Access and refresh tokens, in pairs for a client and a user.
 * Invariants: a token is valid only while its directory entry exists, it is not expired and its client is enabled. Only
 * digests are stored; each has an entry of its own that names the pair, so that a token is found by its key. All refresh
 * tokens of one grant have the same beginning (oauth-refresh.ts).
 */
import type { JsonObject } from '#wire/json.ts';
import type { OAuthTokens } from '#wire/people.ts';
import type { Principals } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { holdPerson } from './hold-person.ts';
import { readableFields } from './readable-tokens.ts';
import { momentField } from './recent-sign-in.ts';
import { randomText, tokenDigest } from './secrets.ts';
import { ownService, tokenDirectory } from './token-directory.ts';

/** The pair's id by the digest of an access token, a refresh token, or the beginning of its refresh tokens. */
const keyDirectory = 'oauth2TokenKeys';
/** Pairs of one person and client: a new pair beyond that ends the oldest one. */
const mostPairs = 20;

export interface OAuthToken {
  readonly entryId: string;
  readonly serviceName: string;
  readonly login: string;
  readonly clientId: string | null;
  /** Digests. */
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The digest of the common beginning of its refresh tokens; empty for tokens of earlier releases. */
  readonly family: string;
  readonly createdAt: Date;
  readonly lifetime: number;
  readonly fields: JsonObject;
}

export function readToken(entry: Entry): OAuthToken {
  const { fields } = entry;
  const { creationDate, expirationTimeMilliseconds: lifetime } = fields;
  return {
    entryId: entry.id,
    serviceName: string(fields.serviceName),
    login: string(fields.nuxeoLogin),
    clientId: string(fields.clientId) || null,
    accessToken: string(fields.accessToken),
    refreshToken: string(fields.refreshToken),
    family: string(fields.family),
    createdAt: new Date(typeof creationDate === 'string' ? creationDate : 0),
    lifetime: typeof lifetime === 'number' ? lifetime : 0,
    fields,
  };
}

function string(value: JsonObject[string]): string {
  return typeof value === 'string' ? value : '';
}

/** In milliseconds since 1970. */
export function endOf({ createdAt, lifetime }: OAuthToken): number {
  return createdAt.getTime() + lifetime;
}

export function millisecondsLeft(token: OAuthToken, now: Date): number {
  return endOf(token) - now.getTime();
}

/** The pairs of a person and a client, oldest first. */
export async function tokensOf(
  entries: EntryStore,
  clientId: string,
  login: string,
): Promise<readonly OAuthToken[]> {
  const equals = { serviceName: ownService, clientId, nuxeoLogin: login };
  return (await entries.list(tokenDirectory, { filter: { equals } })).items.map(readToken);
}

/** Undefined for unknown and expired tokens. */
export async function liveToken(
  entries: EntryStore,
  accessToken: string,
  now: Date,
): Promise<OAuthToken | undefined> {
  const token = await withAccessToken(entries, accessToken);
  return token && millisecondsLeft(token, now) > 0 ? token : undefined;
}

async function withAccessToken(entries: EntryStore, text: string): Promise<OAuthToken | undefined> {
  if (text === '') return undefined;
  const digest = await tokenDigest(text);
  const key = await pairOfKey(entries, digest);
  const entry = key === undefined ? undefined : await entries.get(tokenDirectory, key);
  const token = entry && readToken(entry);
  return token?.serviceName === ownService && token.accessToken === digest ? token : undefined;
}

/** The id of the pair with this digest. */
export async function pairOfKey(entries: EntryStore, digest: string): Promise<string | undefined> {
  const key = await entries.get(keyDirectory, digest);
  return key && String(key.fields.pair);
}

export interface IssuedToken {
  readonly entryId: string;
  readonly tokens: OAuthTokens;
}

/** @param moment when the person signed in */
export async function issueToken(
  session: Session,
  clientId: string,
  login: string,
  moment: Pick<Principals, 'signedInAt'> = {},
): Promise<IssuedToken> {
  const { entries } = await session.write();
  await holdPerson(entries, login);
  const known = await tokensOf(entries, clientId, login);
  for (const old of known.slice(0, Math.max(0, known.length - mostPairs + 1))) await endToken(entries, old);
  const number = await entries.nextId(tokenDirectory);
  const entryId = String(number);
  const { tokens, fields } = await pairFields(session, entryId, {
    accessToken: randomText(accessTokenLength),
    refreshToken: randomText(2 * familyLength),
  });
  await entries.insert(tokenDirectory, {
    id: entryId,
    fields: {
      id: number,
      serviceName: ownService,
      nuxeoLogin: login,
      clientId,
      isShared: false,
      sharedWith: null,
      serviceLogin: null,
      ...momentField(moment),
      ...fields,
    },
  });
  await insertKeys(entries, entryId, fields);
  return { entryId, tokens };
}

/** Locks the pair before its keys, in the same order as a refresh. */
export async function endToken(entries: EntryStore, { entryId }: OAuthToken): Promise<void> {
  const pair = await entries.getForUpdate(tokenDirectory, entryId);
  if (!pair) return;
  await removeKeys(entries, readToken(pair));
  await entries.remove(tokenDirectory, entryId);
}

/** The pairs must be locked already. */
export async function removeLockedPairs(entries: EntryStore, pairs: readonly Entry[]): Promise<void> {
  await entries.removeMany(
    keyDirectory,
    pairs.flatMap((pair) => keysOf(readToken(pair))),
  );
  await entries.removeMany(
    tokenDirectory,
    pairs.map(({ id }) => id),
  );
}

/** Ends all of a person's tokens except one. */
export async function endTokensOf(
  entries: EntryStore,
  login: string,
  exceptId: string | undefined,
): Promise<void> {
  const found = await entries.list(tokenDirectory, { filter: { equals: { nuxeoLogin: login } } });
  for (const token of found.items.map(readToken)) {
    if (token.entryId !== exceptId && token.serviceName === ownService) await endToken(entries, token);
  }
}

type Digests = Pick<OAuthToken, 'accessToken' | 'refreshToken' | 'family'>;

export async function insertKeys(entries: EntryStore, pair: string, digests: Digests): Promise<void> {
  for (const id of keysOf(digests)) await entries.insert(keyDirectory, { id, fields: { pair } });
}

export async function removeKeys(entries: EntryStore, digests: Digests): Promise<void> {
  for (const id of keysOf(digests)) await entries.remove(keyDirectory, id);
}

function keysOf({ accessToken, refreshToken, family }: Digests): readonly string[] {
  return [accessToken, refreshToken, family].filter((digest) => digest !== '');
}

export const accessTokenLength = 32;
/** Length of the common beginning of a grant's refresh tokens. Neither it nor the rest can be guessed. */
export const familyLength = 32;

/** Not simply the digest of the beginning: otherwise the beginning alone would be found as a token. */
export function familyDigest(refreshToken: string): Promise<string> {
  return tokenDigest(`family ${refreshToken.slice(0, familyLength)}`);
}

/** The tokens for the client, and the fields to store. */
export async function pairFields(
  session: Session,
  entryId: string,
  { accessToken, refreshToken }: { readonly accessToken: string; readonly refreshToken: string },
) {
  const { accessTokenSeconds } = session.repository.settings;
  const tokens: OAuthTokens = {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
  };
  const fields = {
    accessToken: await tokenDigest(accessToken),
    refreshToken: await tokenDigest(refreshToken),
    family: await familyDigest(refreshToken),
    creationDate: session.now.toISOString(),
    expirationTimeMilliseconds: accessTokenSeconds * 1000,
    ...(await readableFields(session, tokenDirectory, entryId, { accessToken, refreshToken })),
  };
  return { tokens, fields };
}
