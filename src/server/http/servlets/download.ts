/** `/nxfile/<repository>/<id>[/<xpath>[/<filename>]]`: the download addresses of blob properties. */
import { getDocument } from '#server/core/documents/documents.ts';
import { errors } from '#server/core/kernel/errors.ts';
import { inSession } from '#server/core/kernel/session.ts';
import { parseAddress } from '../address.ts';
import type { Application } from '../application.ts';
import { baseUrlOf } from '../application.ts';
import { authenticate, unauthorized } from '../authentication/authenticate.ts';
import { hasBlobAt } from '../bytes/document-blobs.ts';
import { downloadFrom } from '../document-adapters/blob.ts';
import { readingOptions } from '../reading-options.ts';

export async function downloadServlet(
  application: Application,
  request: Request,
  url: URL,
): Promise<Response> {
  const { repository, settings } = application;
  const principals = await authenticate(application, request, url);
  if (!principals) throw unauthorized();
  const address = parseAddress(url.pathname.slice(settings.basePath.length));
  const [, repositoryName = '', id = '', ...place] = address.segments;
  if (!repository.repositoryNames.includes(repositoryName)) throw errors.notFound('No blob found');
  return inSession(repository, { principals, repositoryName }, async (session) => {
    const document = await getDocument(session, { id });
    const baseUrl = baseUrlOf(settings, url);
    const options = readingOptions(request.headers, url.searchParams);
    const call = { application, request, url, address, baseUrl, session, options };
    // The last segment is the file name, which is missing for a blob without a name.
    const [whole, unnamed] = [place.join('/'), place.slice(0, -1).join('/')];
    const isNamed =
      place.length > 1 && (unnamed.startsWith('blobholder:') || !(await hasBlobAt(session, document, whole)));
    return downloadFrom(call, document, isNamed ? unnamed : whole);
  });
}
