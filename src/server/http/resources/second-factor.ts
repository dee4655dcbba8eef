/** `/me/second-factor`: the caller's one-time codes; `/second-factor/{user}`: an administrator removes a person's. */
import { errors, type RepositoryError } from '#server/core/kernel/errors.ts';
import { enrolmentAddress } from '#server/core/signin/one-time-codes.ts';
import {
  beginEnrolment,
  confirmEnrolment,
  endOwnSecondFactor,
  endSecondFactorOf,
  secondFactorOf,
} from '#server/core/signin/second-factor.ts';
import { isString } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { exceptionEntity } from '../exception-response.ts';
import { readJsonObject } from '../request-body.ts';
import { asSecret, entity, json, noContent } from '../responses.ts';

export async function read({ session }: Call): Promise<Response> {
  const { isOffered } = session.repository.settings.secondFactor;
  return json({ isOffered, ...(await secondFactorOf(session)) });
}

export async function begin({ session }: Call): Promise<Response> {
  requireOffered(session.repository.settings.secondFactor.isOffered);
  const secret = await beginEnrolment(session);
  const { name } = session.repository.settings.brand;
  return asSecret(json({ secret, address: enrolmentAddress(secret, name, session.username) }, 201));
}

export async function confirm({ session, request }: Call): Promise<Response> {
  const recoveryCodes = await confirmEnrolment(session, await codeIn(request));
  if (!recoveryCodes) throw wrongCode();
  return asSecret(json({ recoveryCodes }));
}

export async function end({ session, request }: Call): Promise<Response> {
  // An answer instead of a thrown error, so that the failure is committed and counted.
  if (await endOwnSecondFactor(session, await codeIn(request))) return noContent();
  return entity(exceptionEntity(wrongCode(), 403, false), 403);
}

export async function endOf({ session }: Call, { user }: { readonly user: string }): Promise<Response> {
  await endSecondFactorOf(session, user);
  return noContent();
}

async function codeIn(request: Request): Promise<string> {
  const { code } = await readJsonObject(request);
  if (!isString(code)) throw errors.badRequest('The body must hold a code');
  return code.replaceAll(/\s/g, '');
}

function requireOffered(isOffered: boolean): void {
  if (!isOffered) throw errors.notFound('One-time codes are not offered here');
}

function wrongCode(): RepositoryError {
  return errors.forbidden('This code is wrong, or was used already');
}
