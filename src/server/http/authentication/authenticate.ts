/**
 * Finds the caller: basic → token → OAuth 2 bearer → JSON web token → portal.
 * Invariants: after an invalid token header only a password is tried; cookies never sign in; credentials that
 * browsers send by themselves do not sign in other sites' pages (other-sites.ts).
 */
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Principals } from '#server/core/kernel/model.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { authenticate as checkPassword } from '#server/core/people/password-check.ts';
import { secondStepOf } from '#server/core/signin/second-factor.ts';
import { withBearer, withDeviceToken } from '#server/core/signin/token-sign-in.ts';
import type { Application } from '../application.ts';
import { clientAddress } from '../bytes/listener-hints.ts';
import { fieldsOf } from '../bytes/text-response.ts';
import { basicCredentials, bearerToken } from './credentials.ts';
import { requireOwnSite } from './other-sites.ts';
import { portalLogin } from './portal.ts';

export async function authenticate(
  application: Application,
  request: Request,
  url: URL,
): Promise<Principals | undefined> {
  const { repository, settings } = application;
  const deviceToken = request.headers.get('x-authentication-token') ?? url.searchParams.get('token');
  const basic = basicCredentials(request.headers);
  if (request.headers.has('x-authentication-token')) {
    const byToken = await withDeviceToken(repository, deviceToken ?? '');
    if (byToken || !basic) return byToken;
  }
  if (basic) {
    // Before the password is checked: another site's page must cost nothing, and learn nothing.
    requireOwnSite(settings, request, url);
    const principals = await signIn(application, request, basic.username, basic.password);
    if (!principals) return undefined;
    await requireNoSecondStep(repository, principals);
    return { ...principals, signedInAt: repository.ports.clock.now().getTime() };
  }
  if (deviceToken !== null) return withDeviceToken(repository, deviceToken);

  const bearer = bearerToken(request.headers) ?? url.searchParams.get('access_token');
  if (bearer !== null) return withBearer(repository, bearer, url.pathname.slice(settings.basePath.length));
  if (!settings.portal) return undefined;
  const principals = await portalLogin(repository, settings.portal, request.headers);
  if (principals) requireOwnSite(settings, request, url);
  return principals;
}

/**
 * Until when the same request signs in the same person if nothing is committed, in milliseconds since 1970; undefined when
 * unknown. For a password stored here that is without an end; not for one in a directory, which can change at any time and
 * may know the person by another name.
 */
export function signedInUntil({ headers }: Request, principals: Principals): number | undefined {
  const { signedInUntil: tokenEnd, username, passwordHash = '' } = principals;
  if (tokenEnd !== undefined) return tokenEnd;
  if (passwordHash === '' || headers.has('x-authentication-token')) return undefined;
  return basicCredentials(headers)?.username === username ? Infinity : undefined;
}

/** @throws 401 for accounts that need a second factor, which cannot be sent in this way */
async function requireNoSecondStep(repository: Repository, principals: Principals): Promise<void> {
  const { secondFactor } = repository.settings;
  if (!secondFactor.isOffered) return;
  const step = await readStores(repository, (stores) => secondStepOf(stores, secondFactor, principals));
  if (step === 'none') return;
  throw new RepositoryError(
    'unauthenticated',
    'A password alone does not sign in to this account: sign in on the page of the server, or with a token',
    { infos: ['second-factor'] },
  );
}

/** Signs in with a password; failures are counted and limited. */
export async function signIn(
  application: Application,
  request: Request,
  username: string,
  password: string,
): Promise<Principals | undefined> {
  const address = addressOf(application, request);
  return checkPassword(application.repository, username, password, { address, username });
}

/** The client's address: behind a proxy the last one in its header, which is ignored when no proxy is configured. */
export function addressOf({ settings }: Application, request: Request): string {
  const forwarded = settings.publicUrl === undefined ? null : request.headers.get('x-forwarded-for');
  return forwarded?.split(',').at(-1)?.trim() || clientAddress(request);
}

export function unauthorized(): RepositoryError {
  return new RepositoryError('unauthenticated', 'Sign in to do this');
}

/** The challenge makes browsers ask for a password, so it is left out for calls by scripts and for our own sign-in page. */
export function addChallenge(request: Request, response: Response): void {
  if (response.status !== 401 || fieldsOf(response).get('content-type')?.startsWith('text/html')) return;
  if (request.headers.has('x-no-basic-header') || request.headers.has('cookie')) return;
  fieldsOf(response).set('WWW-Authenticate', 'Basic realm="Nuxeo Automation"');
}

export function requireAdministrator(principals: Principals): void {
  if (!principals.isAdministrator) {
    throw errors.forbidden('You do not have permissions to perform this operation.');
  }
}
