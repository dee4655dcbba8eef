/** `/authentication/token`: gives a token to one application on one device. */
import { errors } from '#server/core/kernel/errors.ts';
import { inSession } from '#server/core/kernel/session.ts';
import { acquireDeviceToken, revokeDeviceToken } from '#server/core/signin/device-tokens.ts';
import type { Application } from '../application.ts';
import { authenticate, unauthorized } from '../authentication/authenticate.ts';
import { asSecret, text } from '../responses.ts';

export async function deviceTokenServlet(
  application: Application,
  request: Request,
  url: URL,
): Promise<Response> {
  const principals = await authenticate(application, request, url);
  if (!principals) throw unauthorized();
  const query = url.searchParams;
  const device = { application: required(query, 'applicationName'), deviceId: required(query, 'deviceId') };
  const isRevoking = query.get('revoke')?.toLowerCase() === 'true';
  const permission = isRevoking ? '' : required(query, 'permission');
  return inSession(application.repository, { principals }, async (session) => {
    if (!isRevoking) {
      const deviceDescription = query.get('deviceDescription') ?? undefined;
      const token = await acquireDeviceToken(session, { ...device, deviceDescription, permission });
      return asSecret(text(token, 201));
    }
    const revoked = await revokeDeviceToken(session, device);
    return revoked === undefined
      ? text(`No token found for user ${session.username}; nothing to do.`, 400)
      : text(`Token revoked for user ${session.username}.`, 202);
  });
}

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (!value) throw errors.badRequest(`The parameter ${name} is missing`);
  return value;
}
