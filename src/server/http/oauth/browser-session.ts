/**
 * Remembers who has signed in on our sign-in page, for the consent page after it.
 * Invariant: the cookie is read only under `/oauth2` and never gives access to the interface. The session is stored, so that
 * all servers of the database know it.
 */
import type { Principals } from '#server/core/kernel/model.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { sweepEntries } from '#server/core/kernel/sweeping.ts';
import { principalsOf } from '#server/core/people/principals.ts';
import { browserSessionDirectory } from '#server/core/signin/end-sign-ins.ts';
import { type FoundPerson, holdCaller } from '#server/core/signin/hold-person.ts';
import { momentIn } from '#server/core/signin/recent-sign-in.ts';
import type { SecondStep } from '#server/core/signin/second-factor.ts';
import { randomText, sha256Base64Url } from '#server/core/signin/secrets.ts';

const directory = browserSessionDirectory;
const lifetime = 8 * 60 * 60_000;
/** How long a sign-in waits for its second step. */
const waitingTime = 10 * 60_000;
const cookieName = 'muniment-sign-in';

export interface BrowserSession {
  readonly principals: Principals;
  /** Proves that a form came from one of our pages. */
  readonly formToken: string;
  /** The external service that the person signed in with; undefined after a password. */
  readonly provider: string | undefined;
}

/** Facts about a sign-in other than the person. */
interface SignInFacts {
  /** The external service, and its session. */
  readonly provider?: string;
  readonly session?: string;
  /** The step that is missing after the password: the person is not signed in yet. */
  readonly waitsFor?: SecondStep;
}

/** Replaces the browser's present session, so that a cookie that somebody else has seen ends at the next sign-in. */
export async function openBrowserSession(
  repository: Repository,
  request: Request,
  person: FoundPerson,
  facts: SignInFacts = {},
): Promise<string> {
  const secret = randomText(40);
  const id = await sessionId(secret);
  const former = cookieOf(request);
  const formerId = former === undefined ? undefined : await sessionId(former);
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    await holdCaller(entries, person);
    if (formerId !== undefined) await entries.remove(directory, formerId);
    await entries.insert(directory, {
      id,
      fields: { login: person.username, createdAt: session.now.toISOString(), ...facts },
    });
  });
  return secret;
}

export async function currentBrowserSession(
  repository: Repository,
  request: Request,
): Promise<BrowserSession | undefined> {
  const secret = cookieOf(request);
  if (secret === undefined) return undefined;
  const id = await sessionId(secret);
  return readStores(repository, async (stores) => {
    const { login, createdAt, provider, waitsFor } = (await stores.entries.get(directory, id))?.fields ?? {};
    const age = repository.ports.clock.now().getTime() - Date.parse(String(createdAt));
    if (typeof login !== 'string' || waitsFor !== undefined || !(age <= lifetime)) return undefined;
    const principals = await principalsOf(stores, repository.settings.administratorGroups, login);
    if (!principals) return undefined;
    return {
      principals: { ...principals, ...momentIn(createdAt) },
      formToken: await sha256Base64Url(`form ${secret}`),
      provider: typeof provider === 'string' ? provider : undefined,
    };
  });
}

/** A sign-in after the right password, before its second step. */
export interface WaitingSignIn {
  readonly principals: Principals;
  readonly waitsFor: string;
  /** A digest; only this browser knows the secret it was made from. */
  readonly id: string;
}

export async function waitingSignIn(
  repository: Repository,
  request: Request,
): Promise<WaitingSignIn | undefined> {
  const secret = cookieOf(request);
  if (secret === undefined) return undefined;
  const id = await sessionId(secret);
  return readStores(repository, async (stores) => {
    const { login, createdAt, waitsFor } = (await stores.entries.get(directory, id))?.fields ?? {};
    const age = repository.ports.clock.now().getTime() - Date.parse(String(createdAt));
    if (typeof login !== 'string' || typeof waitsFor !== 'string' || !(age <= waitingTime)) return undefined;
    const principals = await principalsOf(stores, repository.settings.administratorGroups, login);
    return principals && { principals, waitsFor, id };
  });
}

/** The key under which a session is stored. */
export function sessionId(secret: string): Promise<string> {
  return sha256Base64Url(secret);
}

export async function closeBrowserSession(repository: Repository, request: Request): Promise<void> {
  const secret = cookieOf(request);
  if (secret === undefined) return;
  const id = await sessionId(secret);
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    await (await session.write()).entries.remove(directory, id);
  });
}

/** Removes expired sessions. */
export function sweepBrowserSessions(repository: Repository): Promise<void> {
  return sweepEntries(
    repository,
    directory,
    ({ fields }, now) => !(now.getTime() - Date.parse(String(fields.createdAt)) <= lifetime),
  );
}

export function setCookie(secret: string, path: string, isSecure: boolean): string {
  return cookie(secret, path, isSecure, lifetime / 1000);
}

export function clearCookie(path: string, isSecure: boolean): string {
  return cookie('', path, isSecure, 0);
}

function cookie(value: string, path: string, isSecure: boolean, maxAge: number): string {
  return `${cookieName}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

function cookieOf(request: Request): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) || undefined;
}
