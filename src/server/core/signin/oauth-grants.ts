/**
 * Token requests: exchanges authorization codes, refresh tokens and signed assertions for a token pair.
 * Invariant: every refusal is an `OAuthRefusal` with the code and message of the interface.
 */
import type { OAuthTokens } from '#wire/people.ts';
import { RepositoryError } from '../kernel/errors.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import { principalsOf } from '../people/principals.ts';
import { type AuthorizationCode, noteIssuedPair, takeCode } from './oauth-authorization.ts';
import { acceptsSecret, findClient, type OAuthClient } from './oauth-clients.ts';
import { refreshPair } from './oauth-refresh.ts';
import { OAuthRefusal } from './oauth-refusal.ts';
import { issueToken } from './oauth-tokens.ts';
import { sameText, sha256Base64Url } from './secrets.ts';

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Form fields by name; `client_id` and `client_secret` may have come as Basic credentials. */
export type TokenForm = Readonly<Record<string, string | undefined>>;

export async function grantTokens(repository: Repository, form: TokenForm): Promise<OAuthTokens> {
  const grantType = form.grant_type;
  switch (grantType) {
    case 'authorization_code':
      return redeemCode(repository, form);
    case 'refresh_token':
      return refresh(repository, form);
    case jwtBearer:
      return acceptAssertion(repository, form);
    default:
      throw new OAuthRefusal(
        'unsupported_grant_type',
        `Unknown grant_type: got "${grantType}", expecting "authorization_code" or "refresh_token".`,
      );
  }
}

async function redeemCode(repository: Repository, form: TokenForm): Promise<OAuthTokens> {
  const given = form.code;
  const code = given ? await takeCode(repository, given) : undefined;
  if (!code) throw new OAuthRefusal('invalid_grant', 'Invalid authorization code');
  const clientId = form.client_id ?? '';
  return asRepository(repository, async (session) => {
    if (code.clientId !== clientId)
      throw new OAuthRefusal('invalid_client', `Invalid client id: ${clientId}`);
    const client = await clientNamed(session, clientId);
    if (!(await acceptsSecret(client, form.client_secret))) {
      throw new OAuthRefusal('invalid_client', 'Disabled client or invalid client secret');
    }
    const redirectUri = form.redirect_uri || null;
    if (code.redirectUri !== redirectUri) {
      throw new OAuthRefusal('invalid_grant', `Invalid redirect URI: ${redirectUri}`);
    }
    await checkProof(code, form.code_verifier);
    const { entryId, tokens } = await issueToken(session, client.clientId, code.login, code);
    if (!(await noteIssuedPair(session.read.entries, code.id, entryId))) {
      throw new OAuthRefusal('invalid_grant', 'Invalid authorization code');
    }
    return tokens;
  });
}

async function checkProof(code: AuthorizationCode, verifier: string | undefined): Promise<void> {
  if (code.challenge === null) {
    // A code that an attacker requested without PKCE must not be accepted in place of the client's own.
    if (verifier) throw new OAuthRefusal('invalid_grant', 'Invalid code_verifier parameter');
    return;
  }
  if (!verifier) throw new OAuthRefusal('invalid_request', 'Missing code_verifier parameter');
  const answer = code.challengeMethod === 'S256' ? await sha256Base64Url(verifier) : verifier;
  if (!sameText(answer, code.challenge)) {
    throw new OAuthRefusal('invalid_grant', 'Invalid code_verifier parameter');
  }
}

async function refresh(repository: Repository, form: TokenForm): Promise<OAuthTokens> {
  const clientId = form.client_id ?? '';
  const tokens = await asRepository(repository, async (session) => {
    const client = await clientNamed(session, clientId);
    if (!(await acceptsSecret(client, form.client_secret))) {
      throw new OAuthRefusal('invalid_client', 'Disabled client or invalid client secret');
    }
    return refreshPair(session, clientId, form.refresh_token ?? '');
  });
  // After the commit, because a reused token has ended its pair, and that must be stored.
  if (!tokens) throw new OAuthRefusal('invalid_grant', 'Cannot refresh token');
  return tokens;
}

async function acceptAssertion(repository: Repository, form: TokenForm): Promise<OAuthTokens> {
  const clientId = form.client_id;
  if (!clientId) throw new OAuthRefusal('invalid_request', 'Empty client id');
  const assertion = form.assertion;
  if (!assertion) throw new OAuthRefusal('invalid_request', 'Empty assertion');
  const client = await readStores(repository, (stores) => findClient(stores.entries, clientId));
  if (!client) throw new OAuthRefusal('invalid_client', `Invalid client: ${clientId}`);
  if (!(await acceptsSecret(client, form.client_secret))) {
    throw new OAuthRefusal('invalid_client', `Disabled client: ${clientId} or invalid client secret`);
  }
  // A token restricted to a part of the server (`aud`) cannot be exchanged.
  const { sub: login, aud } = (await repository.ports.jwt?.verify(assertion)) ?? {};
  return asRepository(repository, async (session) => {
    const known =
      typeof login === 'string' &&
      aud === undefined &&
      (await principalsOf(session.read, repository.settings.administratorGroups, login));
    if (!known) throw new OAuthRefusal('invalid_client', 'Secret not configured or invalid token');
    return (await issueToken(session, client.clientId, known.username)).tokens;
  });
}

async function clientNamed(session: Session, clientId: string): Promise<OAuthClient> {
  const client = clientId === '' ? undefined : await findClient(session.read.entries, clientId);
  if (!client) throw new OAuthRefusal('invalid_client', `Invalid client id: ${clientId}`);
  return client;
}

async function asRepository<T>(repository: Repository, work: (session: Session) => Promise<T>): Promise<T> {
  try {
    return await inSession(repository, { principals: systemPrincipals }, work);
  } catch (error) {
    // The account was removed while the call waited for its lock.
    if (error instanceof RepositoryError && error.code === 'unauthenticated')
      throw new OAuthRefusal('invalid_grant', error.message);
    throw error;
  }
}
