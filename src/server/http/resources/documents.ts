/** Documents by id and by path: read, create, update, delete. */

import {
  createDocument,
  deleteDocument,
  getDocument,
  parseReference,
  updateDocument,
} from '#server/core/documents/documents.ts';
import { readProperties } from '#server/core/documents/properties.ts';
import { lastVersion } from '#server/core/documents/versions.ts';
import { resolveBlobInput } from '#server/core/files/blob-input.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow, Properties } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { documentPath } from '../address.ts';
import type { Call } from '../application.ts';
import { dropUsedBatches } from '../bytes/used-batches.ts';
import { followAdapters } from '../document-adapters/registry.ts';
import { presentDocument } from '../presenters/document.ts';
import { presentEmptyDocument } from '../presenters/empty-document.ts';
import { readEntity } from '../request-body.ts';
import { entity, noContent } from '../responses.ts';
import { methodNotAllowed } from '../router.ts';

/** All addresses below `/id` and `/path`, including adapters. */
export async function answerDocument(call: Call): Promise<Response> {
  const { request, session, address } = call;
  const [kind, ...rest] = address.segments;
  const reference = kind === 'id' ? { id: rest.join('/') } : parseReference(documentPath(rest));
  const permission = address.steps.length === 0 && request.method === 'DELETE' ? 'Browse' : 'Read';
  if (address.steps.length > 0) {
    const document = await getDocument(session, reference, permission);
    return followAdapters(call, { kind: 'document', document }, address.steps);
  }
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return entity(await presentDocument(call, await getDocument(session, reference)));
    case 'POST':
      return create(call, await getDocument(session, reference));
    case 'PUT':
      return update(call, await getDocument(session, reference));
    case 'DELETE':
      await deleteDocument(session, await getDocument(session, reference, permission));
      return noContent();
    default:
      throw methodNotAllowed(request.method, ['GET', 'POST', 'PUT', 'DELETE']);
  }
}

async function create(call: Call, parent: DocumentRow): Promise<Response> {
  const { request, session } = call;
  const body = await readEntity(request, 'document');
  const versioning = versioningOption(request);
  const { name, type } = body;
  if (typeof name !== 'string' || name.trim() === '' || typeof type !== 'string' || type.trim() === '') {
    throw errors.badRequest('type or name property is missing');
  }
  if (!session.types.type(type)) throw errors.badRequest(`Type: ${type} does not exist`);
  // Before anything is written, because this examines files and stores texts as files.
  const properties = await propertiesFrom(session, { type, facets: [] }, body);
  const document = await createDocument(session, parent, { type, name, properties, versioning });
  await dropUsedBatches(call, body);
  return entity(await presentDocument(call, document), 201);
}

async function update(call: Call, document: DocumentRow): Promise<Response> {
  const { request, session } = call;
  const body = await readEntity(request, 'document');
  const versioning = versioningOption(request);
  const properties = await propertiesFrom(session, document, body);
  const updated = await updateDocument(session, document, {
    properties,
    changeToken: changeTokenIn(body),
    versioning,
    comment: request.headers.get('update-comment') ?? undefined,
  });
  await dropUsedBatches(call, body);
  const shown = updated.version ?? (await versionBySource(session, updated.document, versioning));
  // A change to a proxy changes its document; the answer shows the proxy.
  const changed = document.proxyTargetId === null ? updated.document : await getDocument(session, document);
  return entity(await presentDocument(call, shown ?? changed));
}

/** With a `source` and without a versioning option, the answer is the last version. */
async function versionBySource(
  session: Session,
  document: DocumentRow,
  versioning: string | undefined,
): Promise<DocumentRow | undefined> {
  return session.source !== undefined && versioning === undefined
    ? lastVersion(session, document)
    : undefined;
}

/** Used only beside a uid: clients send whole documents back without meaning the token. */
function changeTokenIn(body: JsonObject): string | undefined {
  const { uid, changeToken } = body;
  const hasUid = typeof uid === 'string' && uid.trim() !== '';
  return hasUid && typeof changeToken === 'string' && changeToken !== '' ? changeToken : undefined;
}

export function versioningOption(request: Request): 'none' | 'minor' | 'major' | undefined {
  const value = request.headers.get('x-versioning-option')?.toLowerCase();
  if (value === undefined || value === 'none' || value === 'minor' || value === 'major') return value;
  throw errors.badRequest(`Invalid X-Versioning-Option: ${value}`);
}

export async function propertiesFrom(
  session: Session,
  shape: { readonly type: string; readonly facets: readonly string[] },
  body: JsonObject,
): Promise<Properties> {
  const given = isJsonObject(body.properties) ? body.properties : {};
  return readProperties(session, shape, given, (input) => resolveBlobInput(session, input));
}

/** `GET /@emptyWithDefault`. */
export async function answerEmptyDocument(call: Call): Promise<Response> {
  return entity(await presentEmptyDocument(call, undefined));
}
