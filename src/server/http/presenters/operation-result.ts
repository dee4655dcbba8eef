/** The result of an operation as an answer. */

import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { getUser } from '#server/core/people/users.ts';
import type { OperationResult } from '#server/operations/machinery/result.ts';
import type { Call } from '../application.ts';
import { blobResponse } from '../bytes/blob-response.ts';
import { contentDisposition } from '../bytes/content-disposition.ts';
import { empty, entity, json, listEntity, noContent } from '../responses.ts';
import { presentLogEntry } from './audit.ts';
import { presentDocument, presentDocuments } from './document.ts';
import { plainList } from './lists.ts';
import { presentUser, presentUsers } from './people.ts';

export async function operationResponse(call: Call, result: OperationResult): Promise<Response> {
  if (call.request.headers.get('x-nxvoidoperation')?.toLowerCase() === 'true') return noContent();
  switch (result.kind) {
    case 'void':
      return noContent();
    case 'document':
      return entity(await presentDocument(call, result.document));
    case 'documents':
      return listEntity({
        'entity-type': 'documents',
        ...result.page,
        entries: await presentDocuments(call, result.documents),
      });
    case 'blob':
      return blobResponse(call.request, call.session.repository.ports.blobs, { blob: result.blob });
    case 'blobs':
      return blobsResponse(call, result.blobs);
    case 'json':
      return json(result.value);
    case 'value':
      return entity({ 'entity-type': result.entityType, value: result.value });
    case 'records':
      return listEntity({
        'entity-type': 'recordSet',
        ...withoutCompatibility(result.page),
        entries: result.records,
      });
    case 'user':
      return entity(await presentUser(call, await getUser(call.session, result.username)));
    case 'users': {
      const users = [];
      for (const name of result.usernames) users.push(await getUser(call.session, name));
      return entity(plainList('users', await presentUsers(call, users)));
    }
    case 'logEntries':
      return entity({
        'entity-type': 'logEntries',
        ...result.page,
        entries: result.entries.map(presentLogEntry),
      });
    case 'bulkStatus':
      return entity({ 'entity-type': 'bulkStatus', value: result.status });
    case 'object':
      return entity({ 'entity-type': result.entityType, value: result.value });
  }
}

/** The paging block of record sets, without the older duplicate fields. */
function withoutCompatibility(page: object): object {
  const twins = new Set(['pageIndex', 'pageCount', 'totalSize']);
  return Object.fromEntries(Object.entries(page).filter(([name]) => !twins.has(name)));
}

async function blobsResponse(call: Call, blobs: readonly StoredBlob[]): Promise<Response> {
  if (blobs.length === 0) {
    const response = empty(204);
    response.headers.set('Content-Type', 'application/nuxeo-empty-list');
    return response;
  }
  const boundary = `----=_Part_${crypto.randomUUID()}`;
  return new Response(ReadableStream.from(mixed(call, blobs, boundary)), {
    headers: { 'Content-Type': `multipart/mixed; boundary="${boundary}"` },
  });
}

async function* mixed(
  call: Call,
  blobs: readonly StoredBlob[],
  boundary: string,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for (const blob of blobs) {
    const content = await call.session.repository.ports.blobs.open(blob.key);
    if (!content) continue;
    const head = [
      `--${boundary}`,
      `Content-Type: ${blob.mimeType ?? 'application/octet-stream'}`,
      `Content-Disposition: ${contentDisposition(blob.name, false)}`,
      '',
      '',
    ];
    yield encoder.encode(head.join('\r\n'));
    yield* content.stream();
    yield encoder.encode('\r\n');
  }
  yield encoder.encode(`--${boundary}--\r\n`);
}
