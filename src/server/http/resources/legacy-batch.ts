/** `/batch`: the older upload interface, where clients may choose batch ids. */

import * as batches from '#server/core/files/uploads.ts';
import { errors } from '#server/core/kernel/errors.ts';
import { inSession } from '#server/core/kernel/session.ts';
import type { Call } from '../application.ts';
import { bytesOf } from '../bytes/listener-hints.ts';
import { receiveForm } from '../bytes/multipart-form.ts';
import { toBlobBytes } from '../bytes/stored-bytes.ts';
import { blobInput, readOperationCall, runOperation } from '../operation-call.ts';
import { operationResponse } from '../presenters/operation-result.ts';
import { mediaType } from '../request-body.ts';
import { json } from '../responses.ts';
import { contentLength, fileName } from './uploads.ts';

export async function upload(call: Call): Promise<Response> {
  const { request } = call;
  if (mediaType(request.headers) === 'multipart/form-data') return uploadForm(call);
  const id = await openBatch(call, request.headers.get('x-batch-id'));
  await batches.uploadFile(
    call.session.repository,
    call.session,
    id,
    request.headers.get('x-file-idx') ?? '0',
    {
      name: fileName(request.headers) ?? '',
      mimeType: request.headers.get('x-file-type') || null,
      bytes: bytesOf(request),
      length: contentLength(request.headers),
      signal: request.signal,
    },
  );
  return json({ batchId: id, uploaded: 'true' });
}

/** Old browsers could show JSON only inside an HTML page. */
async function uploadForm(call: Call): Promise<Response> {
  const { files, fields } = await receiveForm(call.request, call.session.repository);
  const [file] = files;
  if (!file) throw errors.badRequest('Could not find any uploaded file');
  const id = await openBatch(call, fields.get('batchId') ?? null);
  await batches.uploadFile(call.session.repository, call.session, id, fields.get('fileIdx') ?? '0', {
    name: file.name ?? '',
    mimeType: file.mimeType,
    bytes: await toBlobBytes(call.session.repository, file),
    length: file.length,
  });
  const answer = JSON.stringify({ batchId: id, uploaded: 'true' }).replaceAll('<', '\\u003c');
  return new Response(`<html>${answer}</html>`, { headers: { 'Content-Type': 'text/html; charset=UTF-8' } });
}

/** Committed before the file arrives, because the upload reads the batch in another transaction. */
async function openBatch({ session }: Call, id: string | null): Promise<string> {
  return inSession(session.repository, session, async (own) =>
    id === null || id === ''
      ? (await batches.createBatch(own)).id
      : (await batches.openNamedBatch(own, id)).id,
  );
}

export async function execute(call: Call): Promise<Response> {
  const { session } = call;
  const given = await readOperationCall(call);
  const { operationId, batchId, fileIdx, ...params } = given.params;
  if (typeof operationId !== 'string' || typeof batchId !== 'string') {
    throw errors.badRequest('The parameters operationId and batchId are needed');
  }
  const one = typeof fileIdx === 'string' || typeof fileIdx === 'number' ? String(fileIdx) : undefined;
  const blobs =
    one === undefined
      ? await batches.takeBatchBlobs(session, batchId)
      : [(await batches.takeBatchBlob(session, batchId, one)) ?? missing(batchId, one)];
  const input = blobInput(blobs);
  const result = await runOperation(call, operationId, { ...given, params, input }, 'forbidden');
  await batches.dropBatch(session, batchId);
  return operationResponse(call, result);
}

function missing(batch: string, index: string): never {
  throw errors.notFound(
    `Unable to find batch associated with id '${batch}' or file associated with index '${index}'`,
  );
}

interface InBatch {
  readonly batch: string;
}

export async function files({ session }: Call, { batch }: InBatch): Promise<Response> {
  const found = await batches.listBatchFiles(session, batch);
  return json(found.map(({ name, size }) => ({ name, size })));
}

export async function drop({ session }: Call, { batch }: InBatch): Promise<Response> {
  await batches.dropBatch(session, batch);
  return json({ batchId: batch, dropped: 'true' });
}
