/** `/nxbigblob/<command>`: the file made by a bulk command, for the person who started it. */
import { errors } from '#server/core/kernel/errors.ts';
import { inSession } from '#server/core/kernel/session.ts';
import { bulkFile } from '#server/core/search/bulk.ts';
import { parseAddress } from '../address.ts';
import type { Application } from '../application.ts';
import { authenticate, unauthorized } from '../authentication/authenticate.ts';
import { blobResponse } from '../bytes/blob-response.ts';

export async function bulkFileServlet(
  application: Application,
  request: Request,
  url: URL,
): Promise<Response> {
  const { repository, settings } = application;
  const principals = await authenticate(application, request, url);
  if (!principals) throw unauthorized();
  const [, id, ...more] = parseAddress(url.pathname.slice(settings.basePath.length)).segments;
  if (!id || more.length > 0) throw errors.notFound('No such file');
  const blob = await inSession(repository, { principals }, (session) => bulkFile(session, id));
  return blobResponse(request, repository.ports.blobs, { blob, inline: false });
}
