/**
 * Access and refresh tokens, one pair for a client and a user (platform.md §1.4, §1.5).
 * Invariant: a token is alive only while its directory entry is there, is not expired, and its client is enabled.
 */
import type { JsonObject } from '#wire/json.ts';
import type { OAuthTokens } from '#wire/people.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { randomText } from './secrets.ts';

export const tokenDirectory = 'oauth2Tokens';
/** Marks the tokens that this server gave out, beside those of other services that it holds for people. */
export const ownService = 'org.nuxeo.server.token.store';

export interface OAuthToken {
  readonly entryId: string;
  readonly serviceName: string;
  readonly login: string;
  readonly clientId: string | null;
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

export async function tokenOf(
  entries: EntryStore,
  clientId: string,
  login: string,
): Promise<OAuthToken | undefined> {
  return first(entries, { serviceName: ownService, clientId, nuxeoLogin: login });
}

/** Undefined for unknown and expired ones. */
export async function liveToken(
  entries: EntryStore,
  accessToken: string,
  now: Date,
): Promise<OAuthToken | undefined> {
  const token = await first(entries, { serviceName: ownService, accessToken });
  return token && millisecondsLeft(token, now) > 0 ? token : undefined;
}

export async function tokenToRefresh(
  entries: EntryStore,
  clientId: string,
  refreshToken: string,
): Promise<OAuthToken | undefined> {
  return first(entries, { serviceName: ownService, clientId, refreshToken });
}

async function first(
  entries: EntryStore,
  equals: Readonly<Record<string, string>>,
): Promise<OAuthToken | undefined> {
  if (Object.values(equals).includes('')) return undefined;
  const found = await entries.list(tokenDirectory, { filter: { equals }, limit: 1 });
  const entry = found.items[0];
  return entry && readToken(entry);
}

/** The pair there is, refreshed when it has run out; a new one otherwise. */
export async function issueToken(
  entries: EntryStore,
  clientId: string,
  login: string,
  now: Date,
  lifetime: number,
): Promise<OAuthTokens> {
  const existing = await tokenOf(entries, clientId, login);
  if (existing && millisecondsLeft(existing, now) > 0) return answer(existing, now);
  if (existing) return replaceToken(entries, existing, now, lifetime);
  const id = await entries.nextId(tokenDirectory);
  const fields: JsonObject = {
    id,
    serviceName: ownService,
    nuxeoLogin: login,
    clientId,
    isShared: false,
    sharedWith: null,
    serviceLogin: null,
    ...freshPair(now, lifetime),
  };
  await entries.insert(tokenDirectory, { id: String(id), fields });
  return answer(readToken({ id: String(id), fields }), now);
}

/** Both tokens change: the old ones stop working at once. */
export async function replaceToken(
  entries: EntryStore,
  token: OAuthToken,
  now: Date,
  lifetime: number,
): Promise<OAuthTokens> {
  const fields = { ...token.fields, ...freshPair(now, lifetime) };
  await entries.update(tokenDirectory, token.entryId, fields);
  return answer(readToken({ id: token.entryId, fields }), now);
}

function freshPair(now: Date, lifetime: number): JsonObject {
  return {
    accessToken: randomText(32),
    refreshToken: randomText(64),
    creationDate: now.toISOString(),
    expirationTimeMilliseconds: lifetime,
  };
}

function answer(token: OAuthToken, now: Date): OAuthTokens {
  return {
    access_token: token.accessToken,
    refresh_token: token.refreshToken,
    token_type: 'bearer',
    expires_in: Math.max(0, Math.floor(millisecondsLeft(token, now) / 1000)),
  };
}
