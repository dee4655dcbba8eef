/** Listing and revoking tokens, for people and administrators. Invariant: people see and revoke only their own. */
import type { JsonObject } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { EntryFilter } from '../kernel/stores.ts';
import { decryptSecret } from '../secrets/stored-secrets.ts';
import { clientNames, requireOAuthAdministrator } from './oauth-clients.ts';
import { endToken, type OAuthToken, readToken } from './oauth-tokens.ts';
import { ownService, tokenDirectory } from './token-directory.ts';
import { lastUse, unusedEndDate } from './token-uses.ts';

/** Tokens that this server holds for use at other services, and tokens issued to its own clients. */
export type TokenSide = 'AS_CLIENT' | 'AS_PROVIDER';

/** Identifies tokens: `party` is a client id, or the name of another service. */
export interface TokenAddress {
  readonly side: 'client' | 'provider';
  readonly party: string;
  readonly username: string;
  /** The id of one pair; all pairs when absent. */
  readonly pair?: string | undefined;
}

export async function allTokens(
  session: Session,
  side?: TokenSide,
  text?: string,
): Promise<readonly OAuthToken[]> {
  requireOAuthAdministrator(session);
  const filter: EntryFilter =
    text === undefined ? {} : { contains: { fields: ['nuxeoLogin', 'serviceName', 'clientId'], text } };
  return (await list(session, filter)).filter((token) => side === undefined || sideOf(token) === side);
}

export async function ownTokens(session: Session, side: TokenSide): Promise<readonly OAuthToken[]> {
  if (session.principals.isAnonymous) {
    throw errors.forbidden('You do not have permissions to perform this operation.');
  }
  const tokens = await list(session, { equals: { nuxeoLogin: session.username } });
  return tokens.filter((token) => sideOf(token) === side);
}

/** A token that the caller has given a client, as shown to the caller. */
export interface GivenToken extends OAuthToken {
  readonly clientName: string;
  readonly lastUsedDate: string | null;
  /** When it ends unless it is used before; null: it does not end by itself. */
  readonly unusedEndDate: string | null;
  /** This call was made with it. */
  readonly isCurrent: boolean;
}

/** Newest first. */
export async function givenTokens(session: Session): Promise<readonly GivenToken[]> {
  const tokens = await ownTokens(session, 'AS_PROVIDER');
  const names = await clientNames(session.read.entries);
  const { repository } = session;
  return tokens
    .map((token) => ({
      ...token,
      clientName: names.get(token.clientId ?? '') ?? token.clientId ?? '',
      lastUsedDate: lastUse(repository.ports.store, tokenDirectory, token.entryId, token.fields),
      unusedEndDate: unusedEndDate(repository, tokenDirectory, { id: token.entryId, fields: token.fields }),
      isCurrent: token.entryId === session.principals.signedInWith,
    }))
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

function sideOf(token: OAuthToken): TokenSide {
  // From the token holder's view: for tokens issued here, this server is the provider.
  return token.serviceName === ownService ? 'AS_PROVIDER' : 'AS_CLIENT';
}

/** The newest token of the person and the client. */
export async function getToken(session: Session, address: TokenAddress): Promise<OAuthToken> {
  const token = (await tokensAt(session, address)).at(-1);
  if (!token) throw errors.notFound(`No token found for user ${address.username} and ${address.party}`);
  return token;
}

async function tokensAt(session: Session, address: TokenAddress): Promise<readonly OAuthToken[]> {
  if (address.username !== session.username) requireOAuthAdministrator(session);
  const equals: Readonly<Record<string, string>> =
    address.side === 'client'
      ? { serviceName: ownService, clientId: address.party, nuxeoLogin: address.username }
      : { serviceName: address.party, nuxeoLogin: address.username };
  const { pair } = address;
  const found = await list(session, { equals });
  const tokens = pair === undefined ? found : found.filter(({ entryId }) => entryId === pair);
  if (tokens.length === 0) {
    throw errors.notFound(`No token found for user ${address.username} and ${address.party}`);
  }
  return tokens;
}

/** Changes only the login at the other service, and with whom the token is shared. */
export async function updateToken(
  session: Session,
  address: TokenAddress,
  changes: JsonObject,
): Promise<OAuthToken> {
  const token = await getToken(session, address);
  const { entries } = await session.write();
  const { serviceLogin, isShared, sharedWith } = changes;
  const fields = {
    ...token.fields,
    ...(typeof serviceLogin === 'string' ? { serviceLogin } : {}),
    ...(typeof isShared === 'boolean' ? { isShared } : {}),
    ...(Array.isArray(sharedWith) ? { sharedWith: sharedWith.join(',') } : {}),
  };
  await entries.update(tokenDirectory, token.entryId, fields);
  return readToken({ id: token.entryId, fields });
}

/** The caller's newest token for another service. */
export async function ownTokenOf(session: Session, serviceName: string): Promise<OAuthToken | undefined> {
  return (await list(session, { equals: { serviceName, nuxeoLogin: session.username } })).at(-1);
}

/** The caller's access token for another service. */
export async function heldToken(session: Session, serviceName: string): Promise<string> {
  const { username } = session;
  const { entryId, accessToken } = await getToken(session, {
    side: 'provider',
    party: serviceName,
    username,
  });
  return decryptSecret(session.repository, tokenDirectory, entryId, accessToken, 'accessToken');
}

export async function revokeToken(session: Session, address: TokenAddress): Promise<void> {
  const tokens = await tokensAt(session, address);
  const { entries } = await session.write();
  for (const token of tokens) await endToken(entries, token);
}

async function list(session: Session, filter: EntryFilter): Promise<readonly OAuthToken[]> {
  return (await session.read.entries.list(tokenDirectory, { filter })).items.map(readToken);
}
