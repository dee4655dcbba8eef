/**
 * Access and refresh tokens in pairs, for a client and a user.
 * Invariants: a token is alive only while its directory entry is there, is not expired, and its client is enabled. Only
 * digests are stored, each with an entry of its own that leads to the pair, so that a token is found by its key.
 */
import type { JsonObject } from '#wire/json.ts';
import type { OAuthTokens } from '#wire/people.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { holdPerson } from './hold-person.ts';
import { readableFields } from './readable-tokens.ts';
import { randomText, tokenDigest } from './secrets.ts';
import { ownService, tokenDirectory } from './token-directory.ts';

/** By the digest of an access or refresh token: the entry of its pair. */
const keyDirectory = 'oauth2TokenKeys';
/** Pairs of one person and client: the oldest one ends when there would be more. */
const mostPairs = 20;

export interface OAuthToken {
  readonly entryId: string;
  readonly serviceName: string;
  readonly login: string;
  readonly clientId: string | null;
  /** Digests. */
  readonly accessToken: string;
  readonly refreshToken: string;
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
    createdAt: new Date(typeof creationDate === 'string' ? creationDate : 0),
    lifetime: typeof lifetime === 'number' ? lifetime : 0,
    fields,
  };
}

function string(value: JsonObject[string]): string {
  return typeof value === 'string' ? value : '';
}

function millisecondsLeft(token: OAuthToken, now: Date): number {
  return token.createdAt.getTime() + token.lifetime - now.getTime();
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

/** Undefined for unknown and expired ones. */
export async function liveToken(
  entries: EntryStore,
  accessToken: string,
  now: Date,
): Promise<OAuthToken | undefined> {
  const token = await behind(entries, 'accessToken', accessToken);
  return token && millisecondsLeft(token, now) > 0 ? token : undefined;
}

/**
 * Held, with its person, until the end of the unit: of two calls that bring it at once the later one finds it replaced,
 * and one that meets the end of all sign-ins finds it gone.
 */
export async function tokenToRefresh(
  entries: EntryStore,
  clientId: string,
  refreshToken: string,
): Promise<OAuthToken | undefined> {
  const found = await behind(entries, 'refreshToken', refreshToken);
  if (found?.clientId !== clientId) return undefined;
  await holdPerson(entries, found.login);
  const pair = await entries.getForUpdate(tokenDirectory, found.entryId);
  const token = pair && readToken(pair);
  return token?.refreshToken === found.refreshToken ? token : undefined;
}

async function behind(
  entries: EntryStore,
  kind: 'accessToken' | 'refreshToken',
  text: string,
): Promise<OAuthToken | undefined> {
  if (text === '') return undefined;
  const digest = await tokenDigest(text);
  const key = await entries.get(keyDirectory, digest);
  const entry = key && (await entries.get(tokenDirectory, String(key.fields.pair)));
  const token = entry && readToken(entry);
  return token?.serviceName === ownService && token[kind] === digest ? token : undefined;
}

export interface IssuedToken {
  readonly entryId: string;
  readonly tokens: OAuthTokens;
}

export async function issueToken(session: Session, clientId: string, login: string): Promise<IssuedToken> {
  const { entries } = await session.write();
  await holdPerson(entries, login);
  const known = await tokensOf(entries, clientId, login);
  for (const old of known.slice(0, Math.max(0, known.length - mostPairs + 1))) await endToken(entries, old);
  const number = await entries.nextId(tokenDirectory);
  const entryId = String(number);
  const { tokens, fields } = await freshPair(session, entryId);
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
      ...fields,
    },
  });
  await insertKeys(entries, entryId, fields);
  return { entryId, tokens };
}

/** Both tokens change: the old ones stop working at once. */
export async function replaceToken(session: Session, token: OAuthToken): Promise<OAuthTokens> {
  const { entries } = await session.write();
  const { tokens, fields } = await freshPair(session, token.entryId);
  await removeKeys(entries, token);
  await entries.update(tokenDirectory, token.entryId, { ...token.fields, ...fields });
  await insertKeys(entries, token.entryId, fields);
  return tokens;
}

/** As it is now: the pair is held before its keys, as by who refreshes it. */
export async function endToken(entries: EntryStore, { entryId }: OAuthToken): Promise<void> {
  const pair = await entries.getForUpdate(tokenDirectory, entryId);
  if (!pair) return;
  await removeKeys(entries, readToken(pair));
  await entries.remove(tokenDirectory, entryId);
}

/** All but one. */
export async function endTokensOf(
  entries: EntryStore,
  login: string,
  kept: string | undefined,
): Promise<void> {
  const found = await entries.list(tokenDirectory, { filter: { equals: { nuxeoLogin: login } } });
  for (const token of found.items.map(readToken)) {
    if (token.entryId !== kept && token.serviceName === ownService) await endToken(entries, token);
  }
}

export async function insertKeys(
  entries: EntryStore,
  pair: string,
  { accessToken, refreshToken }: Pick<OAuthToken, 'accessToken' | 'refreshToken'>,
): Promise<void> {
  await entries.insert(keyDirectory, { id: accessToken, fields: { pair } });
  await entries.insert(keyDirectory, { id: refreshToken, fields: { pair } });
}

async function removeKeys(entries: EntryStore, { accessToken, refreshToken }: OAuthToken): Promise<void> {
  await entries.remove(keyDirectory, accessToken);
  await entries.remove(keyDirectory, refreshToken);
}

async function freshPair(session: Session, entryId: string) {
  const { accessTokenSeconds } = session.repository.settings;
  const accessToken = randomText(32);
  const refreshToken = randomText(64);
  const tokens: OAuthTokens = {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
  };
  const fields = {
    accessToken: await tokenDigest(accessToken),
    refreshToken: await tokenDigest(refreshToken),
    creationDate: session.now.toISOString(),
    expirationTimeMilliseconds: accessTokenSeconds * 1000,
    ...(await readableFields(session, tokenDirectory, entryId, { accessToken, refreshToken })),
  };
  return { tokens, fields };
}
