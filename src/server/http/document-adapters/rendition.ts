/** `@rendition/<name>`: another face of a document. */

import { render } from '#server/core/files/renditions.ts';
import { errors } from '#server/core/kernel/errors.ts';
import { blobResponse } from '../bytes/blob-response.ts';
import type { Adapter } from './adapter.ts';
import { modifiedOf } from './blob.ts';
import { documentOf, requireMethod } from './targets.ts';

export const rendition: Adapter = {
  name: 'rendition',
  answer: async ({ request, session, url }, target, [name = '']) => {
    requireMethod(request, 'GET');
    const document = documentOf(target);
    const blob = await render(session, document, name);
    if (!blob) throw errors.notFound(`No Blob was found for rendition '${name}'`);
    const response = await blobResponse(request, session.repository.ports.blobs, {
      blob,
      lastModified: modifiedOf(document),
      ...(name === 'thumbnail' ? { inline: true } : {}),
    });
    // The address changes with the document: what it gave may be kept.
    if (url.searchParams.has('changeToken') && response.status === 200) {
      response.headers.set('Cache-Control', 'private, max-age=86400');
    }
    return response;
  },
};
