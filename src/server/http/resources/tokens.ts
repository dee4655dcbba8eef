/** `/token`: the caller's device tokens; `/me/sign-ins`: all of the caller's sign-ins. */
import { errors } from '#server/core/kernel/errors.ts';
import {
  acquireDeviceToken,
  deleteDeviceToken,
  listDeviceTokens,
} from '#server/core/signin/device-tokens.ts';
import { signOutEverywhere } from '#server/core/signin/end-sign-ins.ts';
import type { Call } from '../application.ts';
import { plainList } from '../presenters/lists.ts';
import { asSecret, entity, noContent, text } from '../responses.ts';

export async function list({ session, url }: Call): Promise<Response> {
  const tokens = await listDeviceTokens(session, url.searchParams.get('application') ?? undefined);
  return entity(
    plainList(
      'tokens',
      tokens.map((token) => ({ 'entity-type': 'token', ...token })),
    ),
  );
}

export async function create({ session, url }: Call): Promise<Response> {
  const query = url.searchParams;
  const application = query.get('application');
  const deviceId = query.get('deviceId');
  const permission = query.get('permission');
  if (!application || !deviceId || !permission) {
    throw errors.badRequest('The parameters application, deviceId and permission are needed');
  }
  const deviceDescription = query.get('deviceDescription') ?? undefined;
  const token = await acquireDeviceToken(session, { application, deviceId, deviceDescription, permission });
  return asSecret(text(token, 201));
}

export async function remove({ session }: Call, { token }: { readonly token: string }): Promise<Response> {
  await deleteDeviceToken(session, token);
  return noContent();
}

export async function removeAll({ session }: Call): Promise<Response> {
  await signOutEverywhere(session);
  return noContent();
}
