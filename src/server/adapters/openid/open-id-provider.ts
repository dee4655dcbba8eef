/**
 * OpenID Connect with a certified client library: authorization code with PKCE, state and nonce.
 * Invariants: only data signed for this client with one of the issuer's present asymmetric keys is trusted; an unreachable
 * provider is a 503, all other failures are `IdentityRefused`.
 */
import { createRemoteJWKSet, errors as joseErrors, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import {
  type AccountRules,
  type ExternalIdentity,
  type IdentityProvider,
  IdentityRefused,
  type SignInProof,
} from '#server/core/kernel/identity-providers.ts';

export interface OpenIdSettings {
  readonly name: string;
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
  /** Names of claims. A dot leads into a claim that is an object. */
  readonly claims: {
    readonly username: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly groups: string;
  };
  readonly accounts: AccountRules;
}

const discoveredFor = 60 * 60_000;
const timeoutSeconds = 10;
const signOutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Only asymmetric signatures: no shared secret, and never `none`. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

interface Discovered {
  readonly metadata: oidc.ServerMetadata;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly until: number;
}

export function openIdProvider(settings: OpenIdSettings, now: () => number = Date.now): IdentityProvider {
  const { name, label, issuer, clientId, clientSecret, accounts } = settings;
  const proveClient = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  const mayBePlain = issuer.startsWith('http:');
  let discovered: Discovered | undefined;

  const discover = async (): Promise<Discovered> => {
    if (discovered !== undefined && discovered.until > now()) return discovered;
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, proveClient, {
      timeout: timeoutSeconds,
      ...(mayBePlain ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
    const metadata = found.serverMetadata();
    if (metadata.jwks_uri === undefined) throw new IdentityRefused(`${issuer} publishes no keys`);
    if (!mayBePlain) requireSecure(metadata);
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutSeconds * 1000 });
    discovered = { metadata, keys, until: now() + discoveredFor };
    return discovered;
  };

  /** A new client each time: it reads the keys anew, so that a changed key is known. */
  const client = async (): Promise<oidc.Configuration> => {
    const { metadata } = await discover();
    const configuration = new oidc.Configuration(metadata, clientId, undefined, proveClient);
    configuration.timeout = timeoutSeconds;
    if (mayBePlain) oidc.allowInsecureRequests(configuration);
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  };

  const claimsFrom = async (answer: URL, proof: SignInProof): Promise<Claims> => {
    const configuration = await client();
    const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
      expectedState: proof.state,
      expectedNonce: proof.nonce,
      pkceCodeVerifier: proof.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new IdentityRefused('No ID token came');
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { ...more, ...claims };
  };

  return {
    name,
    label,
    issuer,
    accounts,
    begin: (returnAddress) =>
      reaching(issuer, async () => {
        const configuration = await client();
        const proof: SignInProof = {
          state: oidc.randomState(),
          nonce: oidc.randomNonce(),
          verifier: oidc.randomPKCECodeVerifier(),
        };
        const address = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: returnAddress,
          response_type: 'code',
          scope: settings.scopes.join(' '),
          state: proof.state,
          nonce: proof.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(proof.verifier),
          code_challenge_method: 'S256',
        });
        return { address: address.href, proof };
      }),
    finish: (answer, proof) =>
      reaching(issuer, async () => identityOf(await claimsFrom(answer, proof), settings.claims)),
    endAddress: (returnAddress) =>
      reaching(issuer, async () => {
        const configuration = await client();
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
        return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnAddress }).href;
      }),
    readSignOut: async (token) => {
      try {
        const { keys, metadata } = await reaching(issuer, discover);
        const { payload } = await jwtVerify(token, keys, {
          issuer: metadata.issuer,
          audience: clientId,
          algorithms: signatures,
          maxTokenAge: '5m',
        });
        const events: unknown = payload.events;
        const isSignOut = typeof events === 'object' && events !== null && signOutEvent in events;
        // With a nonce it is an ID token, which must never count as a logout token.
        if (!isSignOut || 'nonce' in payload) return undefined;
        const session = textOf(payload.sid);
        return payload.sub === undefined && session === undefined
          ? undefined
          : { subject: payload.sub, session };
      } catch (error) {
        if (error instanceof joseErrors.JOSEError && !(error instanceof joseErrors.JWKSTimeout))
          return undefined;
        throw error;
      }
    },
  };
}

/** Over plain http somebody in between could replace the data, above all the keys. */
export function requireSecure(metadata: oidc.ServerMetadata): void {
  for (const name of addresses) {
    const address = metadata[name];
    if (address !== undefined && !address.startsWith('https://'))
      throw new IdentityRefused(`${metadata.issuer} names a ${name} without https`);
  }
}

const addresses = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'end_session_endpoint',
] as const;

async function reaching<T>(issuer: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdentityRefused) throw error;
    if (isUnreached(error))
      throw new RepositoryError('unavailable', `The sign-in service ${issuer} cannot be reached`, {
        cause: error,
      });
    throw new IdentityRefused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function isUnreached(error: unknown): boolean {
  if (!(error instanceof oidc.ClientError))
    return error instanceof TypeError && error.message === 'fetch failed';
  return error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
}

type Claims = Readonly<Record<string, unknown>>;

function identityOf(claims: Claims, names: OpenIdSettings['claims']): ExternalIdentity {
  const subject = textOf(claims.sub);
  const username = textOf(claimAt(claims, names.username));
  if (subject === undefined) throw new IdentityRefused('The ID token names nobody');
  if (username === undefined) throw new IdentityRefused(`There is no claim ${names.username}`);
  const groups = claimAt(claims, names.groups);
  return {
    subject,
    username,
    firstName: textOf(claimAt(claims, names.firstName)),
    lastName: textOf(claimAt(claims, names.lastName)),
    email: claims.email_verified === false ? undefined : textOf(claimAt(claims, names.email)),
    groups: (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === 'string'),
    session: textOf(claims.sid),
    passwordChanged: undefined,
  };
}

function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, step) => (isClaims(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      claims,
    );
}

function isClaims(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
