/** `/me/file-addresses`: the caller makes an address that delivers one file once (servlets/one-file.ts). */
import { getDocument } from '#server/core/documents/documents.ts';
import { addFileAddress, fileAddressSeconds } from '#server/core/files/file-addresses.ts';
import { errors } from '#server/core/kernel/errors.ts';
import { isString } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { hasBlobAt } from '../bytes/document-blobs.ts';
import { readJsonObject } from '../request-body.ts';
import { json } from '../responses.ts';

export async function create({ session, request }: Call): Promise<Response> {
  const { code, document, xpath = '' } = await readJsonObject(request);
  if (!isString(code) || !isString(document) || !isString(xpath))
    throw errors.badRequest('The body must hold a code, the id of a document and, if one likes, an xpath');
  const found = await getDocument(session, { id: document });
  if (!(await hasBlobAt(session, found, xpath))) throw errors.notFound('No blob found');
  await addFileAddress(session, code, { documentId: found.id, xpath });
  return json({ seconds: fileAddressSeconds }, 201);
}
