/** `/oauth2`: registered applications, their tokens, and other services. */
import { errors } from '#server/core/kernel/errors.ts';
import type { OAuthClient, OAuthClientInput } from '#server/core/signin/oauth-clients.ts';
import * as clients from '#server/core/signin/oauth-clients.ts';
import * as providers from '#server/core/signin/oauth-providers.ts';
import type { TokenAddress } from '#server/core/signin/oauth-token-admin.ts';
import * as tokens from '#server/core/signin/oauth-token-admin.ts';
import type { OAuthToken } from '#server/core/signin/oauth-tokens.ts';
import type { JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { plainList } from '../presenters/lists.ts';
import { readEntity } from '../request-body.ts';
import { asSecret, entity, json, noContent } from '../responses.ts';

interface ById {
  readonly client: string;
}

export async function listClients({ session }: Call): Promise<Response> {
  return entity(plainList('oauth2Clients', (await clients.listClients(session)).map(presentClient)));
}

export async function readClient({ session }: Call, { client }: ById): Promise<Response> {
  return entity(presentClient(await clients.getClient(session, client)));
}

export async function createClient({ session, request, application }: Call): Promise<Response> {
  const input = inputFrom(await readEntity(request, 'oauth2Client'));
  const { developer } = application.settings;
  return entity(presentClient(await clients.createClient(session, input, developer)), 201);
}

export async function updateClient(
  { session, request, application }: Call,
  { client }: ById,
): Promise<Response> {
  const input = inputFrom(await readEntity(request, 'oauth2Client'));
  const { developer } = application.settings;
  return entity(presentClient(await clients.updateClient(session, client, input, developer)));
}

export async function deleteClient({ session }: Call, { client }: ById): Promise<Response> {
  await clients.deleteClient(session, client);
  return noContent();
}

export function presentClient(client: OAuthClient) {
  return {
    'entity-type': 'oauth2Client',
    name: client.name,
    redirectURIs: client.redirectUris,
    secret: client.secret,
    id: client.clientId,
    isAutoGrant: client.autoGrant,
    isEnabled: client.enabled,
  } as const;
}

function inputFrom(body: JsonObject): OAuthClientInput {
  const { name, id, secret, redirectURIs, isAutoGrant, isEnabled } = body;
  return {
    name: isString(name) ? name : undefined,
    clientId: isString(id) ? id : undefined,
    secret: isString(secret) || secret === null ? secret : undefined,
    redirectUris: Array.isArray(redirectURIs) ? redirectURIs.filter(isString) : undefined,
    autoGrant: typeof isAutoGrant === 'boolean' ? isAutoGrant : undefined,
    enabled: typeof isEnabled === 'boolean' ? isEnabled : undefined,
  };
}

// ------------------------------------------------------------------------------------------------ tokens

interface TokenPath {
  readonly party: string;
  readonly user: string;
}

export async function listTokens({ session }: Call): Promise<Response> {
  return entity(tokenList(await tokens.allTokens(session)));
}

export async function listTokensBySide(
  { session }: Call,
  { side }: { readonly side: string },
): Promise<Response> {
  if (side !== 'AS_CLIENT' && side !== 'AS_PROVIDER') throw errors.notFound(`Unknown kind of token: ${side}`);
  return entity(tokenList(await tokens.allTokens(session, side)));
}

export async function searchTokens({ session, url }: Call): Promise<Response> {
  const text = url.searchParams.get('q');
  if (!text) throw errors.badRequest('query is required');
  return entity(tokenList(await tokens.allTokens(session, undefined, text)));
}

export async function ownProviderTokens({ session }: Call): Promise<Response> {
  return entity(tokenList(await tokens.ownTokens(session, 'AS_CLIENT')));
}

export async function ownClientTokens({ session }: Call): Promise<Response> {
  const given = await tokens.givenTokens(session);
  return entity(plainList('nuxeoOAuth2Tokens', given.map(presentGivenToken)));
}

/** Handlers for one token, issued to a client or held for another service. */
export function tokenResource(side: 'client' | 'provider') {
  const addressOf = ({ party, user }: TokenPath): TokenAddress => ({ side, party, username: user });
  return {
    read: async ({ session }: Call, path: TokenPath): Promise<Response> =>
      entity(presentToken(await tokens.getToken(session, addressOf(path)))),
    update: async ({ session, request }: Call, path: TokenPath): Promise<Response> => {
      const changes = await readEntity(request, 'nuxeoOAuth2Token');
      return entity(presentToken(await tokens.updateToken(session, addressOf(path), changes)));
    },
    remove: async ({ session, url }: Call, path: TokenPath): Promise<Response> => {
      await tokens.revokeToken(session, {
        ...addressOf(path),
        pair: url.searchParams.get('id') ?? undefined,
      });
      return noContent();
    },
  };
}

function tokenList(found: readonly OAuthToken[]) {
  return plainList('nuxeoOAuth2Tokens', found.map(presentToken));
}

export function presentGivenToken(token: tokens.GivenToken) {
  const { entryId: id, clientName, lastUsedDate, unusedEndDate, isCurrent } = token;
  return { ...presentToken(token), id, clientName, lastUsedDate, unusedEndDate, isCurrent } as const;
}

export function presentToken(token: OAuthToken) {
  const { isShared, sharedWith, serviceLogin } = token.fields;
  return {
    'entity-type': 'nuxeoOAuth2Token',
    serviceName: token.serviceName,
    nuxeoLogin: token.login,
    serviceLogin: serviceLogin ?? null,
    clientId: token.clientId,
    isShared: isShared === true,
    sharedWith: isString(sharedWith) && sharedWith !== '' ? sharedWith.split(',') : [],
    creationDate: token.createdAt.toISOString().slice(0, 19).replace('T', ' '),
  } as const;
}

// ------------------------------------------------------------------------------------------------ other services

interface ByProvider {
  readonly provider: string;
}

export async function listProviders(call: Call): Promise<Response> {
  const { session } = call;
  const found = await providers.listServiceProviders(session);
  return entity(
    plainList(
      'nuxeoOAuth2ServiceProviders',
      await Promise.all(found.map((one) => presentProvider(call, one))),
    ),
  );
}

export async function readProvider(call: Call, { provider }: ByProvider): Promise<Response> {
  const { session } = call;
  return entity(await presentProvider(call, await providers.getServiceProvider(session, provider)));
}

export async function createProvider(call: Call): Promise<Response> {
  const { session, request } = call;
  const input = await readEntity(request, 'nuxeoOAuth2ServiceProvider');
  return asSecret(entity(await presentProvider(call, await providers.createServiceProvider(session, input))));
}

export async function updateProvider(call: Call, { provider }: ByProvider): Promise<Response> {
  const { session, request } = call;
  const input = await readEntity(request, 'nuxeoOAuth2ServiceProvider');
  return asSecret(
    entity(await presentProvider(call, await providers.updateServiceProvider(session, provider, input))),
  );
}

export async function deleteProvider({ session }: Call, { provider }: ByProvider): Promise<Response> {
  await providers.deleteServiceProvider(session, provider);
  return noContent();
}

/** The caller's token for the other service. */
export async function providerToken({ session }: Call, { provider }: ByProvider): Promise<Response> {
  const { serviceName } = await providers.getServiceProvider(session, provider);
  return asSecret(json({ token: await tokens.heldToken(session, serviceName) }));
}

export async function presentProvider(
  { session, baseUrl }: Pick<Call, 'session' | 'baseUrl'>,
  provider: providers.ServiceProvider,
) {
  const { entryId: _entry, ...shown } = provider;
  const token = await tokens.ownTokenOf(session, provider.serviceName);
  const serviceLogin = token?.fields.serviceLogin;
  return {
    'entity-type': 'nuxeoOAuth2ServiceProvider',
    ...shown,
    isAvailable: provider.isEnabled,
    authorizationURL: authorizationUrl(baseUrl, provider),
    isAuthorized: token !== undefined,
    userId: isString(serviceLogin) ? serviceLogin : null,
  } as const;
}

/** The address where a person permits this server to use the other service. */
function authorizationUrl(baseUrl: string, provider: providers.ServiceProvider): string | null {
  const { authorizationServerURL, clientId, scopes, serviceName } = provider;
  if (!authorizationServerURL || !clientId) return null;
  const parameters = {
    client_id: clientId,
    redirect_uri: `${baseUrl}/site/oauth2/${serviceName}/callback`,
    response_type: 'code',
    scope: scopes.join(' '),
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${readableInQuery(value)}`);
  return `${authorizationServerURL}?${query.join('&')}`;
}

/** Leaves colons and slashes readable, which is allowed in a query. */
function readableInQuery(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/');
}
