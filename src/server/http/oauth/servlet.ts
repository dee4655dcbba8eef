/**
 * `/oauth2/*`: authorization, consent and tokens, with our own sign-in page before them.
 * Invariant: a form that relies on the cookie must have the token of one of our pages and come from our origin; a request
 * with credentials needs neither.
 */

import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Principals } from '#server/core/kernel/model.ts';
import { inSession } from '#server/core/kernel/session.ts';
import type { AuthorizationForm, AuthorizationRequest } from '#server/core/signin/oauth-authorization.ts';
import {
  checkAuthorization,
  denial,
  grant,
  isGrantedAlready,
} from '#server/core/signin/oauth-authorization.ts';
import { grantTokens } from '#server/core/signin/oauth-grants.ts';
import { OAuthRefusal } from '#server/core/signin/oauth-refusal.ts';
import { sameText } from '#server/core/signin/secrets.ts';
import type { Application } from '../application.ts';
import { authenticate, signIn } from '../authentication/authenticate.ts';
import { basicCredentials } from '../authentication/credentials.ts';
import { brandStyle, readBrand } from '../branding.ts';
import { readForm } from '../request-body.ts';
import { json, redirect } from '../responses.ts';
import { anonymousPrincipals } from './anonymous-principals.ts';
import type { BrowserSession } from './browser-session.ts';
import { clearCookie, closeBrowserSession, currentBrowserSession } from './browser-session.ts';
import { carried, type Exchange, isForeign, isSecure, requireOurOrigin, rulesOf } from './exchange.ts';
import {
  endSessionAnswer,
  externalAnswer,
  listWays,
  providerNamed,
  signedOutAnswer,
  startAddress,
} from './external-sign-in.ts';
import { invitationAnswer } from './invitation.ts';
import { pageStyle } from './page-style.ts';
import { languageAmong } from './page-texts.ts';
import type { PageFrame, PasskeyOffer } from './pages.ts';
import { consentPage, errorPage, signInPage } from './pages.ts';
import { passkeyScript } from './passkey-script.ts';
import { passkeyAnswer, passkeyOptions, passkeysOffered } from './passkey-sign-in.ts';
import { askForSecondStep, enter, secondFactorAnswer } from './second-factor-step.ts';

export async function oauthServlet(application: Application, request: Request, url: URL): Promise<Response> {
  const root = `${application.settings.basePath}/oauth2`;
  const action = url.pathname.slice(root.length + 1);
  const accepted = url.searchParams.get('language') ?? request.headers.get('accept-language') ?? '';
  const brand = await readBrand(application.staticFiles);
  const frame: PageFrame = { locale: languageAmong(accepted), root, brand };
  const external = action.startsWith('external/') ? action.slice('external/'.length) : undefined;
  const wanted =
    external !== undefined
      ? request.method
      : Object.hasOwn(oauthActions, action)
        ? oauthActions[action]
        : undefined;
  if (wanted === undefined) return errorPage(frame, 404, 'not_found', url.pathname);
  if (request.method !== wanted && !(mayBePosted.has(action) && request.method === 'POST')) {
    return errorPage(frame, 405, 'invalid_request', `${request.method} ${url.pathname}`);
  }
  if (action === 'page.css') return pageFile(pageStyle + brandStyle(brand), 'text/css');
  if (action === 'passkey.js') return pageFile(passkeyScript, 'text/javascript');
  const form = request.method === 'POST' ? await readForm(request) : url.searchParams;
  const exchange: Exchange = { application, request, url, form, frame };
  if (action === 'token') return tokenAnswer(exchange);
  try {
    refuseRepeated(form);
    if (action === 'sign_in') return await signInAnswer(exchange);
    if (action === 'second_factor') return await secondFactorAnswer(exchange);
    if (action === 'passkey_options') return await passkeyOptions(exchange);
    if (action === 'passkey') return await passkeySignIn(exchange);
    if (action === 'sign_out') return await signOutAnswer(exchange);
    if (action === 'invitation') return await invitationFrom(exchange);
    if (action === 'providers') return await listWays(exchange);
    if (action === 'end_session') return await endSessionAnswer(exchange);
    if (action === 'signed_out') return signedOutAnswer(exchange);
    if (external !== undefined)
      return (await externalAnswer(exchange, external)) ?? errorPage(frame, 404, 'not_found', url.pathname);
    return await authorizeAnswer(exchange, action === 'authorize_submit');
  } catch (error) {
    if (error instanceof OAuthRefusal) return errorPage(frame, error.status, error.error, error.message);
    throw error;
  }
}

/** Methods by the rest of the address after `/oauth2/`. */
export const oauthActions: Readonly<Record<string, string>> = {
  authorize: 'GET',
  authorize_submit: 'POST',
  token: 'POST',
  sign_in: 'POST',
  second_factor: 'POST',
  passkey_options: 'POST',
  passkey: 'POST',
  sign_out: 'POST',
  invitation: 'GET',
  'page.css': 'GET',
  'passkey.js': 'GET',
  providers: 'GET',
  end_session: 'GET',
  signed_out: 'GET',
};

const mayBePosted: ReadonlySet<string> = new Set(['authorize', 'invitation', 'end_session']);

function pageFile(text: string, type: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=UTF-8`, 'Cache-Control': 'public, max-age=3600' },
  });
}

async function authorizeAnswer(exchange: Exchange, isSubmitted: boolean): Promise<Response> {
  const { application, request, url, form } = exchange;
  const { repository } = application;
  const own = await authenticate(application, request, url);
  const browser = own ? undefined : await currentBrowserSession(repository, request);
  const principals = own ?? browser?.principals;
  const chosen = providerNamed(exchange, form.get('identity_provider') ?? '');
  if (chosen && !own && browser?.provider !== chosen.name)
    return redirect(startAddress(exchange, chosen.name));
  if (!principals) return askToSignIn(exchange, '');
  if (isSubmitted && browser && !isOurForm(exchange, browser)) {
    throw new OAuthRefusal('invalid_request', 'This form did not come from the consent page');
  }
  const answer = await inSession(repository, { principals }, async (session) => {
    const checked = await checkAuthorization(session, Object.fromEntries(form), rulesOf(exchange));
    const isGranted = isSubmitted ? form.has('grant_access') : await isGrantedAlready(session, checked);
    if (isGranted) return { goTo: await grant(session, checked) };
    return isSubmitted ? { goTo: denial(checked) } : { ask: checked };
  });
  return answer.goTo === undefined
    ? consent(exchange, answer.ask, principals, browser)
    : redirect(answer.goTo);
}

function consent(
  { frame, form }: Exchange,
  checked: AuthorizationRequest,
  principals: Principals,
  browser: BrowserSession | undefined,
): Response {
  return consentPage(
    { ...frame, formTarget: formTargetOf(checked.redirectUri) },
    {
      client: checked.client.name || checked.client.clientId,
      person: principals.username,
      returnsTo: new URL(checked.redirectUri).host || checked.redirectUri,
      fields: { ...carried(form), ...(browser ? { form_token: browser.formToken } : {}) },
    },
  );
}

/** Browsers apply the policy of the page to redirects of its forms. */
function formTargetOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}

async function askToSignIn(
  exchange: Exchange,
  username: string,
  problem?: 'wrong' | 'wrongPasskey' | 'tooMany',
): Promise<Response> {
  const { application, form, frame } = exchange;
  // Before sign-in, the answer may only tell that the client's request is valid.
  const checked = await inSession(application.repository, { principals: anonymousPrincipals }, (session) =>
    checkAuthorization(session, Object.fromEntries(form), rulesOf(exchange)),
  );
  return signInPage(
    { ...frame, formTarget: formTargetOf(checked.redirectUri) },
    {
      client: checked.client.name || checked.client.clientId,
      fields: carried(form),
      username,
      providers: application.repository.ports.identityProviders.map(({ name, label }) => ({
        label,
        address: startAddress(exchange, name),
      })),
      passkeys: await offerOf(exchange),
      ...(problem ? { problem } : {}),
    },
  );
}

/** `at once` when the person chose to use a passkey before coming here. */
async function offerOf(exchange: Exchange): Promise<PasskeyOffer> {
  if (!(await passkeysOffered(exchange))) return 'none';
  return exchange.form.get('sign_in_with') === 'passkey' ? 'at once' : 'offered';
}

function invitationFrom(exchange: Exchange): Promise<Response> {
  const { application, request, form, frame } = exchange;
  if (request.method === 'POST') requireOurOrigin(exchange);
  return invitationAnswer(application, request, form, frame);
}

async function signInAnswer(exchange: Exchange): Promise<Response> {
  const { application, request, form } = exchange;
  requireOurOrigin(exchange);
  const username = form.get('user_name') ?? '';
  let principals: Principals | undefined;
  try {
    principals = await signIn(application, request, username, form.get('user_password') ?? '');
  } catch (error) {
    if (error instanceof RepositoryError && error.status === 429)
      return askToSignIn(exchange, username, 'tooMany');
    throw error;
  }
  if (!principals) return askToSignIn(exchange, username, 'wrong');
  return (await askForSecondStep(exchange, principals)) ?? enter(exchange, principals);
}

async function passkeySignIn(exchange: Exchange): Promise<Response> {
  try {
    return (await passkeyAnswer(exchange)) ?? (await askToSignIn(exchange, '', 'wrongPasskey'));
  } catch (error) {
    if (error instanceof RepositoryError && error.status === 429) return askToSignIn(exchange, '', 'tooMany');
    throw error;
  }
}

async function signOutAnswer(exchange: Exchange): Promise<Response> {
  const { application, request, form, frame } = exchange;
  const browser = await currentBrowserSession(application.repository, request);
  if (browser && isOurForm(exchange, browser)) await closeBrowserSession(application.repository, request);
  const response = redirect(`${frame.root}/authorize?${new URLSearchParams(carried(form))}`);
  response.headers.set('Set-Cookie', clearCookie(frame.root, isSecure(exchange)));
  return response;
}

async function tokenAnswer({ application, request, form }: Exchange): Promise<Response> {
  const basic = basicCredentials(request.headers);
  const fields: AuthorizationForm = {
    ...(basic ? { client_id: basic.username, client_secret: basic.password } : {}),
    ...Object.fromEntries(form),
  };
  try {
    refuseRepeated(form);
    return noStore(json(await grantTokens(application.repository, fields)));
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return noStore(json({ error: error.error, error_description: error.message }, error.status));
  }
}

/** Otherwise a proxy and this server could use different values (RFC 6749, section 3.1). */
function refuseRepeated(form: URLSearchParams): void {
  const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined)
    throw new OAuthRefusal('invalid_request', `The parameter ${repeated} came more than once`);
}

function noStore(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  return response;
}

function isOurForm(exchange: Exchange, browser: BrowserSession): boolean {
  return !isForeign(exchange) && sameText(exchange.form.get('form_token') ?? '', browser.formToken);
}
