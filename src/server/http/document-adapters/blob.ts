/** `@blob/<xpath>`: the bytes of a property. */

import { changeDocument } from '#server/core/documents/documents.ts';
import { withMimeType } from '#server/core/files/blob-input.ts';
import { toBlobValue } from '#server/core/files/blobs.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Call } from '../application.ts';
import { blobResponse, cacheable, startsAtFirstByte } from '../bytes/blob-response.ts';
import { auditDownload, blobAtXpath, noteAt, withBlobAt } from '../bytes/document-blobs.ts';
import { receiveForm } from '../bytes/multipart-form.ts';
import { changeToken } from '../presenters/change-token.ts';
import { noContent, text } from '../responses.ts';
import type { Adapter } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

export const blob: Adapter = {
  name: 'blob',
  answer: async (call, target, path) => {
    requireMethod(call.request, 'GET', 'PUT', 'DELETE');
    const document = documentOf(target);
    const xpath = path.join('/');
    if (call.request.method === 'PUT') return replace(call, document, xpath);
    if (call.request.method === 'DELETE') return remove(call, document, xpath);
    return downloadFrom(call, document, xpath);
  },
  resolve: async ({ session }, target, path) => {
    const document = documentOf(target);
    const found = await blobAtXpath(session, document, path.join('/'));
    if (!found) throw errors.notFound('No blob found');
    return { kind: 'blob', document, ...found };
  },
};

const aYear = 31_536_000;

export async function downloadFrom(call: Call, document: DocumentRow, xpath: string): Promise<Response> {
  const { request, session } = call;
  const note = noteAt(session, document, xpath);
  const found = note ?? (await blobAtXpath(session, document, xpath));
  if (!found) throw errors.notFound('No blob found');
  const blobs = note ? { open: async () => note.content } : session.repository.ports.blobs;
  const response = await blobResponse(request, blobs, {
    blob: found.blob,
    lastModified: modifiedOf(document),
  });
  if (response.status < 300 && startsAtFirstByte(request)) auditDownload(call, document, found);
  const isCurrent = call.url.searchParams.get('changeToken') === changeToken(document);
  return isCurrent ? cacheable(response, aYear) : response;
}

export function modifiedOf(document: DocumentRow): string | undefined {
  const modified = document.properties['dc:modified'];
  return typeof modified === 'string' ? modified : undefined;
}

async function replace({ request, session }: Call, document: DocumentRow, xpath: string): Promise<Response> {
  const { files, fields } = await receiveForm(request, session.repository, 1);
  const [file] = files;
  if (!file) throw errors.badRequest('Could not find any uploaded file');
  const value = toBlobValue(await withMimeType(session, file));
  const versioning = fields.get('versioning');
  await changeDocument(session, document, (current) => {
    const properties = withBlobAt(session, current, xpath, value);
    if (!properties) throw errors.badRequest(`Failed to attach file into property: ${xpath}`);
    return {
      properties,
      versioning: versioning === 'minor' || versioning === 'major' ? versioning : undefined,
    };
  });
  return text('blob updated');
}

async function remove({ session }: Call, document: DocumentRow, xpath: string): Promise<Response> {
  await changeDocument(session, document, (current) => {
    const properties = withBlobAt(session, current, xpath, null);
    if (!properties) throw errors.badRequest(`Failed to delete attached file into property: ${xpath}`);
    return { properties };
  });
  return noContent();
}
