/** `/me/confirmation`: the caller confirms the sign-in, before changes that need a recent one. */
import { errors } from '#server/core/kernel/errors.ts';
import { confirmSignIn, type Proof, recencyOf } from '#server/core/signin/confirm-sign-in.ts';
import { beginPasskeySignIn } from '#server/core/signin/passkeys.ts';
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { baseUrlOf } from '../application.ts';
import { addressOf } from '../authentication/authenticate.ts';
import { exceptionEntity } from '../exception-response.ts';
import { readJsonObject } from '../request-body.ts';
import { asSecret, entity, json, noContent } from '../responses.ts';

export async function read({ session }: Call): Promise<Response> {
  return json(await recencyOf(session));
}

export async function confirm({ session, request, application, url }: Call): Promise<Response> {
  const proof = proofIn(await readJsonObject(request));
  const { settings } = application;
  const origins = [new URL(baseUrlOf(settings, url)).origin, ...settings.corsOrigins];
  if (await confirmSignIn(session, proof, { address: addressOf(application, request), origins }))
    return noContent();
  // An answer instead of a thrown error, so that the failure is committed and counted.
  return entity(exceptionEntity(errors.forbidden('This is wrong, or was used already'), 403, false), 403);
}

export async function passkeyOptions({ session }: Call): Promise<Response> {
  return asSecret(json(await beginPasskeySignIn(session)));
}

function proofIn({ password, code, passkey }: JsonObject): Proof {
  if (isString(password)) return { kind: 'password', password };
  if (isString(code)) return { kind: 'code', code: code.replaceAll(/\s/g, '') };
  if (isJsonObject(passkey)) return { kind: 'passkey', response: passkey };
  throw errors.badRequest('The body must hold a password, a code or what the browser gave for a passkey');
}
