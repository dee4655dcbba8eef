/**
 * The step between the right password and being signed in on our own page: a one-time code, or setting codes up.
 * Invariant: before this step the cookie signs in nobody; after it the browser gets a new cookie.
 */
import { renderSVG } from 'uqr';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Principals } from '#server/core/kernel/model.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import type { FoundPerson } from '#server/core/signin/hold-person.ts';
import { enrolmentAddress } from '#server/core/signin/one-time-codes.ts';
import { hasPasskey } from '#server/core/signin/passkeys.ts';
import {
  confirmEnrolment,
  secondStepOf,
  secretToEnrol,
  takeSecondFactor,
} from '#server/core/signin/second-factor.ts';
import { redirect } from '../responses.ts';
import {
  openBrowserSession,
  sessionId,
  setCookie,
  type WaitingSignIn,
  waitingSignIn,
} from './browser-session.ts';
import { carried, type Exchange, isSecure, requireOurOrigin } from './exchange.ts';
import { codePage, passkeyPage, recoveryPage } from './pages.ts';

/** Undefined when the password is enough. */
export async function askForSecondStep(
  exchange: Exchange,
  principals: Principals,
): Promise<Response | undefined> {
  const { repository } = exchange.application;
  const waitsFor = await readStores(repository, (stores) =>
    secondStepOf(stores, repository.settings.secondFactor, principals),
  );
  if (waitsFor === 'none') return undefined;
  const secret = await openBrowserSession(repository, exchange.request, principals, { waitsFor });
  const waiting = { principals, waitsFor, id: await sessionId(secret) };
  return withCookie(exchange, await stepPage(exchange, waiting), secret);
}

export async function secondFactorAnswer(exchange: Exchange): Promise<Response> {
  requireOurOrigin(exchange);
  const { application, request, form, frame } = exchange;
  const { repository } = application;
  const waiting = await waitingSignIn(repository, request);
  if (!waiting) return redirect(authorizeAddress(exchange));
  const { principals, waitsFor, id } = waiting;
  const code = (form.get('one_time_code') ?? '').replaceAll(/\s/g, '');
  if (waitsFor === 'enrolment') {
    const codes = await inSession(repository, { principals }, (session) =>
      confirmEnrolment(session, code, id),
    );
    if (!codes) return stepPage(exchange, waiting, 'wrongOneTimeCode');
    const secret = await openBrowserSession(repository, request, principals);
    return withCookie(exchange, recoveryPage(frame, codes, authorizeAddress(exchange)), secret);
  }
  const caller = { principals: { ...systemPrincipals, username: principals.username } };
  try {
    const isRight = await inSession(repository, caller, (session) =>
      takeSecondFactor(session, principals.username, code),
    );
    if (!isRight) return stepPage(exchange, waiting, 'wrongOneTimeCode');
  } catch (error) {
    if (!(error instanceof RepositoryError) || error.status !== 429) throw error;
    return stepPage(exchange, waiting, 'tooMany');
  }
  return enter(exchange, principals);
}

/** Completes the sign-in, and goes back to the authorization request. */
export async function enter(exchange: Exchange, person: FoundPerson): Promise<Response> {
  const { application, request } = exchange;
  const secret = await openBrowserSession(application.repository, request, person);
  return withCookie(exchange, redirect(authorizeAddress(exchange)), secret);
}

async function stepPage(
  { application, form, frame }: Exchange,
  { principals, waitsFor, id }: WaitingSignIn,
  problem?: 'wrongOneTimeCode' | 'tooMany',
): Promise<Response> {
  const secret =
    waitsFor === 'enrolment'
      ? await inSession(application.repository, { principals }, (session) => secretToEnrol(session, id))
      : undefined;
  if (waitsFor === 'passkey') return passkeyPage(frame, carried(form));
  return codePage(frame, {
    fields: carried(form),
    withPasskey: waitsFor === 'code' && (await mayUsePasskey(application.repository, principals)),
    ...(problem ? { problem } : {}),
    ...(secret === undefined
      ? {}
      : {
          enrolment: {
            secret,
            svg: renderSVG(enrolmentAddress(secret, frame.brand.name, principals.username)),
          },
        }),
  });
}

function mayUsePasskey(repository: Repository, { username }: Principals): Promise<boolean> {
  if (!repository.ports.passkeys) return Promise.resolve(false);
  return readStores(repository, ({ entries }) => hasPasskey(entries, username));
}

function authorizeAddress({ frame, form }: Exchange): string {
  return `${frame.root}/authorize?${new URLSearchParams(carried(form))}`;
}

function withCookie(exchange: Exchange, response: Response, secret: string): Response {
  response.headers.set('Set-Cookie', setCookie(secret, exchange.frame.root, isSecure(exchange)));
  return response;
}
