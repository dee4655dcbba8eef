/** `@rendition/<name>`: another face of a document. */

import { render } from '#server/core/files/renditions.ts';
import { errors } from '#server/core/kernel/errors.ts';
import { blobResponse, mayBeKept } from '../bytes/blob-response.ts';
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
    });
    // What a rendition is made with changes with the server: not for as long as a file.
    return url.searchParams.has('changeToken') ? mayBeKept(response, 86_400) : response;
  },
};
