/** `/me/passkeys`: the caller's passkeys; `/passkeys/{user}`: an administrator removes a person's. */
import { errors } from '#server/core/kernel/errors.ts';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  removePasskeysOf,
  renamePasskey,
} from '#server/core/signin/passkeys.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { baseUrlOf } from '../application.ts';
import { readJsonObject } from '../request-body.ts';
import { json, noContent } from '../responses.ts';

interface ById {
  readonly passkey: string;
}

export async function list({ session }: Call): Promise<Response> {
  const { passkeys } = session.repository.ports;
  return json({
    isOffered: passkeys !== undefined,
    domain: passkeys?.domain ?? null,
    passkeys: await listPasskeys(session),
  });
}

export async function begin({ session }: Call): Promise<Response> {
  return json(await beginPasskey(session));
}

export async function add({ session, request, application, url }: Call): Promise<Response> {
  const { name, handle, response } = await readJsonObject(request);
  if (!isString(name) || !isString(handle) || !isJsonObject(response))
    throw errors.badRequest('The body must hold a name, a handle and what the browser gave');
  // The manager may be served from another origin.
  const { settings } = application;
  const origins = [new URL(baseUrlOf(settings, url)).origin, ...settings.corsOrigins];
  return json(await addPasskey(session, { name, handle, response }, origins), 201);
}

export async function rename({ session, request }: Call, { passkey }: ById): Promise<Response> {
  const { name } = await readJsonObject(request);
  if (!isString(name)) throw errors.badRequest('The body must hold a name');
  return json(await renamePasskey(session, passkey, name));
}

export async function remove({ session }: Call, { passkey }: ById): Promise<Response> {
  await removePasskey(session, passkey);
  return noContent();
}

export async function removeOf({ session }: Call, { user }: { readonly user: string }): Promise<Response> {
  await removePasskeysOf(session, user);
  return noContent();
}
