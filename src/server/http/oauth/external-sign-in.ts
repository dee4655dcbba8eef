/**
 * `/oauth2/external/{provider}/…`: sign-in with another service, the return from it, and its notices that a sign-in ended.
 * Invariants: only the browser that began can finish, with the same provider; it is then sent only to our own authorization
 * request, which is checked again there; no address contains a token.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import {
  type IdentityProvider,
  IdentityRefused,
  type SignInProof,
} from '#server/core/kernel/identity-providers.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { browserSessionDirectory, endBrowserSignIns } from '#server/core/signin/end-sign-ins.ts';
import { loginOfSubject, signInExternally } from '#server/core/signin/external-accounts.ts';
import { checkAuthorization } from '#server/core/signin/oauth-authorization.ts';
import { OAuthRefusal } from '#server/core/signin/oauth-refusal.ts';
import { sameText } from '#server/core/signin/secrets.ts';
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import { baseUrlOf } from '../application.ts';
import { json, redirect } from '../responses.ts';
import { anonymousPrincipals } from './anonymous-principals.ts';
import {
  clearCookie,
  closeBrowserSession,
  currentBrowserSession,
  openBrowserSession,
  setCookie,
} from './browser-session.ts';
import { carried, type Exchange, isForeign, isSecure, rulesOf } from './exchange.ts';
import { signedOutPage, signOutPage } from './pages.ts';
import { passkeysOffered } from './passkey-sign-in.ts';

const exchangeSeconds = 600;
const cookieName = 'muniment-external-';

/** Undefined for an address that is none of these. */
export async function externalAnswer(exchange: Exchange, action: string): Promise<Response | undefined> {
  const [name = '', step = '', ...more] = action.split('/');
  const provider = providerNamed(exchange, name);
  const { method } = exchange.request;
  if (!provider || more.length > 0) return undefined;
  if (step === 'start' && method === 'GET') return begin(exchange, provider);
  if (step === 'return' && method === 'GET') return finish(exchange, provider);
  if (step === 'back_channel' && method === 'POST') return endFromThere(exchange, provider);
  return undefined;
}

export async function listWays(exchange: Exchange): Promise<Response> {
  const { identityProviders } = exchange.application.repository.ports;
  const response = json({
    providers: identityProviders.map(({ name, label }) => ({ name, label })),
    passkeys: await passkeysOffered(exchange),
  });
  response.headers.set('Cache-Control', 'no-store');
  return response;
}

export function providerNamed({ application }: Exchange, name: string): IdentityProvider | undefined {
  return application.repository.ports.identityProviders.find((provider) => provider.name === name);
}

export function startAddress({ frame, form }: Exchange, provider: string): string {
  return `${frame.root}/external/${provider}/start?${new URLSearchParams(carried(form))}`;
}

async function begin(exchange: Exchange, provider: IdentityProvider): Promise<Response> {
  const { application, form } = exchange;
  await inSession(application.repository, { principals: anonymousPrincipals }, (session) =>
    checkAuthorization(session, Object.fromEntries(form), rulesOf(exchange)),
  );
  const { address, proof } = await provider.begin(returnAddress(exchange, provider));
  const response = redirect(address);
  const memory = {
    provider: provider.name,
    nonce: proof.nonce,
    verifier: proof.verifier,
    form: carried(form),
  };
  response.headers.set('Set-Cookie', cookie(exchange, proof.state, encode(memory), exchangeSeconds));
  return response;
}

async function finish(exchange: Exchange, provider: IdentityProvider): Promise<Response> {
  const { application, url, frame } = exchange;
  const state = url.searchParams.get('state') ?? '';
  const memory = memoryOf(exchange, state);
  // Refuses the answer of another provider, and one for a sign-in that another browser began.
  if (memory?.provider !== provider.name) throw stale();
  const answer = new URL(returnAddress(exchange, provider));
  answer.search = url.search;
  const identity = await believing(() => provider.finish(answer, { ...memory, state }));
  const login = await inSession(
    application.repository,
    { principals: { ...systemPrincipals, username: identity.username } },
    (session) => signInExternally(session, provider, identity),
  ).catch(asRefusal);
  const secret = await openBrowserSession(
    application.repository,
    exchange.request,
    { username: login },
    {
      provider: provider.name,
      ...(identity.session === undefined ? {} : { session: identity.session }),
    },
  );
  const response = redirect(`${frame.root}/authorize?${new URLSearchParams(memory.form)}`);
  response.headers.append('Set-Cookie', setCookie(secret, frame.root, isSecure(exchange)));
  response.headers.append('Set-Cookie', cookie(exchange, state, '', 0));
  return response;
}

/** OpenID Connect Back-Channel Logout. */
async function endFromThere(exchange: Exchange, provider: IdentityProvider): Promise<Response> {
  const { repository } = exchange.application;
  const ended = await provider.readSignOut(exchange.form.get('logout_token') ?? '');
  if (!ended) throw new OAuthRefusal('invalid_request', 'This is no logout token of the provider');
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const logins = new Set<string>();
    if (ended.subject !== undefined) {
      const login = await loginOfSubject(entries, provider, ended.subject);
      if (login !== undefined) logins.add(login);
    } else {
      const equals = { provider: provider.name, session: ended.session ?? '' };
      const found = await entries.list(browserSessionDirectory, { filter: { equals } });
      for (const { fields } of found.items) logins.add(String(fields.login));
    }
    for (const login of logins) await endBrowserSignIns(entries, login);
  });
  return new Response(null, { status: 200, headers: { 'Cache-Control': 'no-store' } });
}

/** Signs out here and at the service. Another site's page can only lead to a page that asks. */
export async function endSessionAnswer(exchange: Exchange): Promise<Response> {
  const { application, request, frame, form, url } = exchange;
  const browser = await currentBrowserSession(application.repository, request);
  if (!browser) return redirect(`${frame.root}/signed_out`);
  const isOurs =
    !isForeign(exchange) &&
    (request.method === 'GET' || sameText(form.get('form_token') ?? '', browser.formToken));
  if (!isOurs) return signOutPage(frame, { form_token: browser.formToken });
  await closeBrowserSession(application.repository, request);
  const provider = browser.provider === undefined ? undefined : providerNamed(exchange, browser.provider);
  const after = `${baseUrlOf(application.settings, url)}/oauth2/signed_out`;
  // An unreachable service must not prevent signing out here.
  const there = await provider?.endAddress(after).catch(() => undefined);
  const response = redirect(there ?? after);
  response.headers.set('Set-Cookie', clearCookie(frame.root, isSecure(exchange)));
  return response;
}

export function signedOutAnswer({ frame }: Exchange): Response {
  return signedOutPage(frame);
}

async function believing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdentityRefused) throw new OAuthRefusal('access_denied', error.message);
    throw error;
  }
}

function asRefusal(error: unknown): never {
  if (error instanceof RepositoryError && (error.code === 'forbidden' || error.code === 'conflict'))
    throw new OAuthRefusal('access_denied', error.message);
  throw error;
}

function stale(): OAuthRefusal {
  return new OAuthRefusal('invalid_request', 'This sign-in was not begun in this browser, or took too long');
}

function returnAddress({ application, url }: Exchange, { name }: IdentityProvider): string {
  return `${baseUrlOf(application.settings, url)}/oauth2/external/${name}/return`;
}

// --------------------------------------------------------------------------- what the browser remembers meanwhile

interface Memory extends Pick<SignInProof, 'nonce' | 'verifier'> {
  readonly provider: string;
  /** The fields of our own authorization request. */
  readonly form: Readonly<Record<string, string>>;
}

/** A cookie for each attempt, so that two tabs do not disturb each other. */
function cookie(exchange: Exchange, state: string, value: string, maxAge: number): string {
  const path = `${exchange.frame.root}/external`;
  return `${cookieName}${state}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(exchange) ? '; Secure' : ''}`;
}

function memoryOf({ request }: Exchange, state: string): Memory | undefined {
  if (!/^[\w-]{20,100}$/.test(state)) return undefined;
  const begin = `${cookieName}${state}=`;
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const text = pairs.find((pair) => pair.startsWith(begin))?.slice(begin.length);
  const memory = text === undefined ? undefined : decode(text);
  if (!memory || !isJsonObject(memory.form)) return undefined;
  const { provider, nonce, verifier } = memory;
  if (!isString(provider) || !isString(nonce) || !isString(verifier)) return undefined;
  const form = Object.entries(memory.form).filter((pair): pair is [string, string] => isString(pair[1]));
  return { provider, nonce, verifier, form: Object.fromEntries(form) };
}

function encode(value: JsonObject): string {
  return encodeURIComponent(JSON.stringify(value));
}

function decode(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(text));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
