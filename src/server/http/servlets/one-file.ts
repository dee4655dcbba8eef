/**
 * `/nxonce/<code>`: delivers one file once, for a code of resources/file-addresses.ts. No sign-in is needed: the code
 * identifies the person.
 * Invariant: all wrong codes get the same answer, and the log contains no code.
 */
import { getDocument } from '#server/core/documents/documents.ts';
import { takeFileAddress } from '#server/core/files/file-addresses.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import { inSession } from '#server/core/kernel/session.ts';
import { parseAddress } from '../address.ts';
import type { Application } from '../application.ts';
import { baseUrlOf } from '../application.ts';
import { addKnown } from '../bytes/listener-hints.ts';
import { downloadFrom } from '../document-adapters/blob.ts';
import { readingOptions } from '../reading-options.ts';

export async function oneFileServlet(
  application: Application,
  request: Request,
  url: URL,
): Promise<Response> {
  // HEAD must not use up the code.
  if (request.method !== 'GET') throw new RepositoryError('methodNotAllowed', 'Only GET is allowed here');
  const { repository, settings } = application;
  const [, code = '', ...more] = url.pathname.slice(settings.basePath.length + 1).split('/');
  const taken = more.length === 0 ? await takeFileAddress(repository, code) : undefined;
  if (!taken) throw errors.notFound('There is no file at this address, or it was fetched already');
  const { principals, repositoryName, documentId, xpath } = taken;
  addKnown(request, { person: principals.username, route: 'nxonce' });
  // Always the whole file as a download: ranges, cached copies and query parameters are ignored.
  const plainUrl = new URL(`${settings.basePath}/nxonce`, url);
  const plain = new Request(plainUrl);
  const response = await inSession(repository, { principals, repositoryName }, async (session) => {
    const call = {
      application,
      request: plain,
      url: plainUrl,
      address: parseAddress('/nxonce'),
      baseUrl: baseUrlOf(settings, url),
      session,
      options: readingOptions(plain.headers, plainUrl.searchParams),
    };
    return downloadFrom(call, await getDocument(session, { id: documentId }), xpath);
  });
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('Accept-Ranges', 'none');
  return response;
}
