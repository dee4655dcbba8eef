/**
 * OAuth 2 authorization code with PKCE. Invariant: a code is exchanged only if the returned state is the one that this tab sent.
 */
import { isJsonObject, isString } from '#wire/json.ts';
import type { OAuthTokens } from '#wire/people.ts';
import type { ApiClient } from './client.ts';
import type { AppConfig } from './config.ts';
import { authorizationHeader, type Credentials } from './credentials.ts';
import { isOAuthTokens } from './entities.ts';
import { type SignedIn, verifyCredentials } from './login.ts';
import { base64url, randomText } from './random.ts';

/** Kept while the person is on the server's sign-in page. */
export interface Authorization {
  readonly state: string;
  readonly verifier: string;
  readonly keep: boolean;
  /** The app's address to go to afterwards. */
  readonly returnTo: string;
}

export interface AuthorizationAnswer {
  readonly state: string;
  readonly code: string | null;
  readonly error: string | null;
}

/** The person's choice on the server's page, as parameters of its address. */
export type SignInWay = Readonly<Record<string, string>>;

export function newAuthorization(keep: boolean, returnTo: string): Authorization {
  return { state: randomText(24), verifier: randomText(48), keep, returnTo };
}

export async function authorizationAddress(
  client: ApiClient,
  config: AppConfig,
  authorization: Authorization,
  way: SignInWay = {},
): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization.verifier));
  return client.address(
    '/oauth2/authorize',
    {
      response_type: 'code',
      client_id: config.signIn.clientId,
      redirect_uri: config.signIn.redirectUri,
      state: authorization.state,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
      ...way,
    },
    'server',
  );
}

/** The parameters with which the server sent the person back; null on an ordinary visit. */
export function readAuthorizationAnswer(search: string): AuthorizationAnswer | null {
  const query = new URLSearchParams(search);
  const state = query.get('state');
  const code = query.get('code');
  const error = query.get('error_description') ?? query.get('error');
  return state !== null && (code !== null || error !== null) ? { state, code, error } : null;
}

export async function exchangeCode(
  client: ApiClient,
  config: AppConfig,
  code: string,
  verifier: string,
): Promise<SignedIn> {
  const credentials = await requestTokens(client, {
    grant_type: 'authorization_code',
    client_id: config.signIn.clientId,
    redirect_uri: config.signIn.redirectUri,
    code,
    code_verifier: verifier,
  });
  const login = await verifyCredentials(client, authorizationHeader(credentials));
  return { username: login.username, credentials, defaultPassword: false };
}

export function refreshTokens(
  client: ApiClient,
  clientId: string,
  refreshToken: string,
): Promise<Credentials> {
  return requestTokens(client, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  });
}

export function isAuthorization(value: unknown): value is Authorization {
  return (
    isJsonObject(value) &&
    isString(value.state) &&
    isString(value.verifier) &&
    isString(value.returnTo) &&
    typeof value.keep === 'boolean'
  );
}

async function requestTokens(
  client: ApiClient,
  form: Readonly<Record<string, string>>,
): Promise<Credentials> {
  const requestedAt = Date.now();
  const tokens: OAuthTokens = await client.entity('/oauth2/token', isOAuthTokens, {
    root: 'server',
    method: 'POST',
    body: new URLSearchParams(form),
    authorization: null,
  });
  return {
    kind: 'bearer',
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: Number.isFinite(tokens.expires_in) ? requestedAt + tokens.expires_in * 1000 : null,
  };
}
