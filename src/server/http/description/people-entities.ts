/** The shapes of people, and of what they sign in with. */
import type { Account } from '#server/core/people/suspension.ts';
import type { ListedDeviceToken } from '#server/core/signin/device-tokens.ts';
import type { Passkey } from '#server/core/signin/passkeys.ts';
import type { GroupEntity, LoginEntity, OAuthTokens, UserEntity } from '#wire/people.ts';
import type { presentClient, presentGivenToken, presentProvider, presentToken } from '../resources/oauth.ts';
import { listOf } from './document-entities.ts';
import * as is from './shape.ts';

const { any, anyObject, boolean, component, integer, list, nullable, object, optional, string } = is;

export const user = component(
  'User',
  object<UserEntity>({
    'entity-type': is.oneOf('user'),
    id: string,
    properties: anyObject,
    extendedGroups: list(
      object<UserEntity['extendedGroups'][number]>({ name: string, label: string, url: string }),
    ),
    isPartial: optional(boolean),
    isAdministrator: boolean,
    isAnonymous: boolean,
    contextParameters: optional(anyObject),
  }),
);

export const account = component(
  'Account',
  object<Account>({ id: string, isSuspended: boolean, hasOneTimeCodes: boolean, passkeys: integer }),
);

export const users = listOf('Users', 'users', user);

export const group = component(
  'Group',
  object<GroupEntity>({
    'entity-type': is.oneOf('group'),
    id: string,
    groupname: string,
    grouplabel: nullable(string),
    properties: anyObject,
    memberUsers: optional(list(any)),
    memberGroups: optional(list(any)),
    parentGroups: optional(list(any)),
  }),
);

export const groups = listOf('Groups', 'groups', group);

export const login = component(
  'Login',
  object<LoginEntity>({
    'entity-type': is.oneOf('login'),
    username: string,
    isAdministrator: boolean,
    groups: list(string),
  }),
);

export const oauthTokens = component(
  'OAuthTokens',
  object<OAuthTokens>({
    access_token: string,
    refresh_token: string,
    token_type: is.oneOf('bearer'),
    expires_in: integer,
  }),
);

export const deviceToken = component(
  'DeviceToken',
  object<ListedDeviceToken & { readonly 'entity-type': 'token' }>({
    'entity-type': is.oneOf('token'),
    id: string,
    username: string,
    application: string,
    deviceId: string,
    deviceDescription: nullable(string),
    permission: string,
    creationDate: string,
    lastUsedDate: nullable(string),
    unusedEndDate: nullable(string),
    isCurrent: boolean,
  }),
);

export const deviceTokens = listOf('DeviceTokens', 'tokens', deviceToken);

export const oauthClient = component(
  'OAuthClient',
  object<ReturnType<typeof presentClient>>({
    'entity-type': is.oneOf('oauth2Client'),
    name: string,
    redirectURIs: list(string),
    secret: nullable(string),
    id: string,
    isAutoGrant: boolean,
    isEnabled: boolean,
  }),
);

export const oauthClients = listOf('OAuthClients', 'oauth2Clients', oauthClient);

export const oauthToken = component(
  'OAuthToken',
  object<ReturnType<typeof presentToken>>({
    'entity-type': is.oneOf('nuxeoOAuth2Token'),
    serviceName: string,
    nuxeoLogin: string,
    serviceLogin: any,
    clientId: nullable(string),
    isShared: boolean,
    sharedWith: list(string),
    creationDate: string,
  }),
);

export const givenToken = component(
  'GivenToken',
  object<ReturnType<typeof presentGivenToken>>({
    'entity-type': is.oneOf('nuxeoOAuth2Token'),
    serviceName: string,
    nuxeoLogin: string,
    serviceLogin: any,
    clientId: nullable(string),
    isShared: boolean,
    sharedWith: list(string),
    creationDate: string,
    id: string,
    clientName: string,
    lastUsedDate: nullable(string),
    unusedEndDate: nullable(string),
    isCurrent: boolean,
  }),
);

export const givenTokenList = listOf('GivenTokenList', 'nuxeoOAuth2Tokens', givenToken);

export const passkey = component(
  'Passkey',
  object<Passkey>({ id: string, name: string, made: string, lastUsed: nullable(string) }),
);

export const oauthTokenList = listOf('OAuthTokenList', 'nuxeoOAuth2Tokens', oauthToken);

export const oauthProvider = component(
  'OAuthProvider',
  object<Awaited<ReturnType<typeof presentProvider>>>({
    'entity-type': is.oneOf('nuxeoOAuth2ServiceProvider'),
    serviceName: string,
    description: nullable(string),
    clientId: nullable(string),
    clientSecret: nullable(string),
    authorizationServerURL: nullable(string),
    tokenServerURL: nullable(string),
    userAuthorizationURL: nullable(string),
    scopes: list(string),
    isEnabled: boolean,
    isAvailable: boolean,
    authorizationURL: nullable(string),
    isAuthorized: boolean,
    userId: nullable(string),
  }),
);

export const oauthProviders = listOf('OAuthProviders', 'nuxeoOAuth2ServiceProviders', oauthProvider);
