/** `@rendition/<name>`: another face of a document. */

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
    // Lists show thumbnails: whoever looks at one takes nothing away.
    const isBegun = startsAtFirstByte(request) || (name === 'tiles' && asksForTheEnd(request));
    if (name !== 'thumbnail' && response.status < 300 && isBegun) {
      auditDownload(call, document, { blob, xpath: null }, { downloadReason: 'rendition', rendition: name });
    }
    // What a rendition is made with changes with the server: not for as long as a file.
    return url.searchParams.has('changeToken') ? cacheable(response, 86_400) : response;
  },
};

/** Tiles are opened by the table at their end. */
function asksForTheEnd(request: Request): boolean {
  return /^bytes=-\d/.test(request.headers.get('range') ?? '');
}
