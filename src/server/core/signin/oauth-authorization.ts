/**
 * Authorization requests, and the codes issued for them.
 * Invariant: a code is stored with all parameters of its request, lives ten minutes, and works at most once on all servers
 * together.
 */
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { sweepEntries } from '../kernel/sweeping.ts';
import { codeDirectory } from './end-sign-ins.ts';
import { holdCaller } from './hold-person.ts';
import { findClient, isAcceptableRedirect, type OAuthClient, redirectOf } from './oauth-clients.ts';
import { OAuthRefusal } from './oauth-refusal.ts';
import { endToken, readToken, tokensOf } from './oauth-tokens.ts';
import { momentField, momentIn } from './recent-sign-in.ts';
import { randomText, tokenDigest } from './secrets.ts';
import { tokenDirectory } from './token-directory.ts';

const codeLifetime = 10 * 60_000;

/** The request's parameters by name; `redirect_url` is an older spelling of `redirect_uri`. */
export type AuthorizationForm = Readonly<Record<string, string | undefined>>;

export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  /** The request named the redirect address, so the token request must repeat it. */
  readonly isRedirectNamed: boolean;
  readonly state: string | undefined;
  readonly challenge: string | undefined;
  readonly challengeMethod: 'S256' | 'plain' | undefined;
}

export interface AuthorizationCode {
  readonly id: string;
  readonly clientId: string;
  readonly login: string;
  readonly redirectUri: string | null;
  readonly challenge: string | null;
  readonly challengeMethod: string | null;
  /** When the person signed in; absent if unknown. */
  readonly signedInAt?: number;
}

/** Which redirect addresses are allowed: this server's origin, and plain http for development. */
export interface RedirectRules {
  readonly serverOrigin: string;
  readonly allowPlainHttp: boolean;
}

export async function checkAuthorization(
  session: Session,
  form: AuthorizationForm,
  rules: RedirectRules,
): Promise<AuthorizationRequest> {
  const responseType = wanted(form, 'response_type');
  if (responseType !== 'code') {
    throw new OAuthRefusal(
      'unsupported_response_type',
      `Unknown response_type: got "${responseType}", expecting "code".`,
    );
  }
  const clientId = wanted(form, 'client_id');
  const client = await findClient(session.read.entries, clientId);
  if (!client) throw new OAuthRefusal('invalid_request', `Invalid client_id: ${clientId}`);
  if (!client.enabled) throw new OAuthRefusal('access_denied', `Client ${clientId} is disabled`);
  if (client.redirectUris.length === 0) {
    throw new OAuthRefusal('access_denied', `No redirect URI is registered for client ${clientId}`);
  }
  const named = form.redirect_uri || form.redirect_url || undefined;
  const redirect = redirectOf(client, named, rules.serverOrigin);
  if (!redirect || !(redirect.needsProof || isAcceptableRedirect(redirect.uri, rules.allowPlainHttp))) {
    throw new OAuthRefusal('invalid_request', `Invalid redirect_uri: ${named ?? redirect?.uri}`);
  }
  const isRelaxed = session.repository.settings.relaxed.has('oauth2-without-pkce') && !redirect.needsProof;
  const proof = readChallenge(form, isRelaxed);
  // A client without a secret must prove (PKCE) that the code is used by the client that asked for it.
  if ((redirect.needsProof || (client.secret === null && !isRelaxed)) && !proof) {
    throw new OAuthRefusal('invalid_request', 'Missing code_challenge parameter');
  }
  return {
    client,
    redirectUri: redirect.uri,
    isRedirectNamed: named !== undefined,
    state: form.state || undefined,
    challenge: proof?.challenge,
    challengeMethod: proof?.method,
  };
}

function wanted(form: AuthorizationForm, name: string): string {
  const value = form[name];
  if (!value) throw new OAuthRefusal('invalid_request', `Missing required field "${name}".`);
  return value;
}

/** A SHA-256 digest in base64url, which does not reveal the verifier. */
const digestForm = /^[A-Za-z0-9_-]{43}$/;

/** RFC 7636, section 4.1. */
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * The method `plain` sends the verifier in the address, so it protects no better than no proof: only servers that accept
 * requests without PKCE accept it.
 */
function readChallenge(
  form: AuthorizationForm,
  allowsPlain: boolean,
): { challenge: string; method: 'S256' | 'plain' } | undefined {
  const challenge = form.code_challenge || undefined;
  const method = form.code_challenge_method || undefined;
  if (challenge === undefined && method === undefined) return undefined;
  if (challenge === undefined || method === undefined) {
    throw new OAuthRefusal(
      'invalid_request',
      'Invalid code challenge: code_challenge and code_challenge_method go together',
    );
  }
  if (method !== 'S256' && !(method === 'plain' && allowsPlain)) {
    throw new OAuthRefusal('invalid_request', `Invalid code_challenge_method: ${method}`);
  }
  if (!(method === 'S256' ? digestForm : verifierForm).test(challenge)) {
    throw new OAuthRefusal('invalid_request', `Invalid code challenge for ${method}`);
  }
  return { challenge, method };
}

/** No consent is needed: the client is trusted, or the person has agreed before. */
export async function isGrantedAlready(session: Session, request: AuthorizationRequest): Promise<boolean> {
  const { client } = request;
  if (client.autoGrant) return true;
  return (await tokensOf(session.read.entries, client.clientId, session.username)).length > 0;
}

/** Returns the redirect address with a new code. */
export async function grant(session: Session, request: AuthorizationRequest): Promise<string> {
  const { entries } = await session.write();
  await holdCaller(entries, session.principals);
  const code = randomText(32);
  await entries.insert(codeDirectory, {
    id: await tokenDigest(code),
    fields: {
      clientId: request.client.clientId,
      login: session.username,
      redirectUri: request.isRedirectNamed ? request.redirectUri : null,
      challenge: request.challenge ?? null,
      challengeMethod: request.challengeMethod ?? null,
      createdAt: session.now.toISOString(),
      ...momentField(session.principals),
    },
  });
  return withParameters(request.redirectUri, { code, state: request.state });
}

export function denial(request: AuthorizationRequest): string {
  return withParameters(request.redirectUri, {
    error: 'access_denied',
    error_description: 'Access denied by the user',
    state: request.state,
  });
}

function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const address = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) address.searchParams.append(name, value);
  }
  return address.href;
}

/**
 * A code works once, even when the token request is refused later. A used code is kept for its lifetime: using it again ends
 * the tokens that it gave, since one of the two users must have stolen it.
 */
export async function takeCode(repository: Repository, code: string): Promise<AuthorizationCode | undefined> {
  return inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const id = await tokenDigest(code);
    const entry = await entries.getForUpdate(codeDirectory, id);
    if (!entry) return undefined;
    if (entry.fields.isUsed === true) {
      await endWhatItGave(entries, entry);
      return undefined;
    }
    await entries.update(codeDirectory, id, { ...entry.fields, isUsed: true });
    const { clientId, login, redirectUri, challenge, challengeMethod, createdAt } = entry.fields;
    const age = session.now.getTime() - Date.parse(String(createdAt));
    if (age > codeLifetime || typeof clientId !== 'string' || typeof login !== 'string') return undefined;
    return {
      id,
      clientId,
      login,
      redirectUri: typeof redirectUri === 'string' ? redirectUri : null,
      challenge: typeof challenge === 'string' ? challenge : null,
      challengeMethod: typeof challengeMethod === 'string' ? challengeMethod : null,
      ...momentIn(entry.fields.signedInAt),
    };
  });
}

async function endWhatItGave(entries: EntryStore, code: Entry): Promise<void> {
  const { gave } = code.fields;
  await entries.update(codeDirectory, code.id, { ...code.fields, isStolen: true });
  const pair = typeof gave === 'string' ? await entries.get(tokenDirectory, gave) : undefined;
  if (pair) await endToken(entries, readToken(pair));
}

/** False when the code was used a second time meanwhile: the tokens must not be issued. */
export async function noteIssuedPair(entries: EntryStore, codeId: string, pair: string): Promise<boolean> {
  const code = await entries.getForUpdate(codeDirectory, codeId);
  if (!code || code.fields.isStolen === true) return false;
  await entries.update(codeDirectory, codeId, { ...code.fields, gave: pair });
  return true;
}

/** Removes expired codes. */
export function sweepCodes(repository: Repository): Promise<void> {
  return sweepEntries(
    repository,
    codeDirectory,
    ({ fields }, now) => !(now.getTime() - Date.parse(String(fields.createdAt)) <= codeLifetime),
  );
}
