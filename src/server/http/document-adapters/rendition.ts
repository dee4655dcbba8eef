/** `@rendition/<name>`: a rendition of a document. */

import { render } from '#server/core/files/renditions.ts';
import { errors } from '#server/core/kernel/errors.ts';
import { blobResponse, cacheable, startsAtFirstByte } from '../bytes/blob-response.ts';
import { auditDownload } from '../bytes/document-blobs.ts';
import type { Adapter } from './adapter.ts';
import { modifiedOf } from './blob.ts';
import { documentOf, requireMethod } from './targets.ts';

export const rendition: Adapter = {
  name: 'rendition',
  answer: async (call, target, [name = '']) => {
    const { request, session, url } = call;
    requireMethod(request, 'GET');
    const document = documentOf(target);
    const blob = await render(session, document, name);
    if (!blob) throw errors.notFound(`No Blob was found for rendition '${name}'`);
    const response = await blobResponse(request, session.repository.ports.blobs, {
      blob,
      lastModified: modifiedOf(document),
    });
    // Thumbnails are shown in lists: seeing one is not a download.
    const isBegun = startsAtFirstByte(request) || (name === 'tiles' && asksForTheEnd(request));
    if (name !== 'thumbnail' && response.status < 300 && isBegun) {
      auditDownload(call, document, { blob, xpath: null }, { downloadReason: 'rendition', rendition: name });
    }
    // Cached for a shorter time than a file, because a new server may render it differently.
    return url.searchParams.has('changeToken') ? cacheable(response, 86_400) : response;
  },
};

/** Clients open a file of tiles by the table at its end. */
function asksForTheEnd(request: Request): boolean {
  return /^bytes=-\d/.test(request.headers.get('range') ?? '');
}
