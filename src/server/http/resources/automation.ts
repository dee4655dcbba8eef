/** `/automation`: the catalogue of operations and their execution. */

import { getDocument } from '#server/core/documents/documents.ts';
import { withMimeType } from '#server/core/files/blob-input.ts';
import { dropBatch, listBatchFiles, takeBatchBlob, takeBatchBlobs } from '#server/core/files/uploads.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { Call } from '../application.ts';
import { dropUsedBatches } from '../bytes/used-batches.ts';
import { downloadFrom } from '../document-adapters/blob.ts';
import { blobInput, readOperationCall, runOperation } from '../operation-call.ts';
import { operationPage } from '../presenters/operation-page.ts';
import { operationResponse } from '../presenters/operation-result.ts';
import { json, textResponse } from '../responses.ts';

export function catalogue({ application, url }: Call): Response {
  const all = application.operations.catalogue();
  const isPretty = url.searchParams.get('pretty') === 'true';
  return textResponse(JSON.stringify(all, null, isPretty ? 2 : undefined), {
    headers: { 'Content-Type': 'application/json' },
  });
}

/** The catalogue for people; `/automation` is for programs. */
export function cataloguePage({ application }: Call): Response {
  return textResponse(operationPage(application.operations.catalogue().operations), {
    headers: { 'Content-Type': 'text/html; charset=UTF-8' },
  });
}

interface ByOperation {
  readonly operation: string;
}

export function describeOperation({ application }: Call, { operation }: ByOperation): Response {
  const found = application.operations.describe(operation);
  if (!found) throw unknownOperation(operation);
  return json(found);
}

export async function execute(call: Call, { operation }: ByOperation): Promise<Response> {
  if (!call.application.operations.describe(operation)) throw unknownOperation(operation);
  const given = await readOperationCall(call);
  const result = await runOperation(call, operation, given);
  await dropUsedBatches(call, {
    params: given.params,
    input: given.input.kind === 'json' ? given.input.value : null,
  });
  return operationResponse(call, result);
}

function unknownOperation(id: string): RepositoryError {
  // A 405 as in the Platform, not a 404: clients recognize a missing operation by it.
  const message = `Failed to invoke operation: ${id}, No operation was bound on ID: ${id}`;
  return new RepositoryError('methodNotAllowed', message);
}

interface InBatch extends ByOperation {
  readonly batch: string;
}

/** `/upload/<batch>/execute/<operation>`: runs an operation on all files of a batch. */
export async function executeOnBatch(call: Call, { batch, operation }: InBatch): Promise<Response> {
  await listBatchFiles(call.session, batch);
  return onFiles(call, batch, operation, await takeBatchBlobs(call.session, batch), 'list');
}

export async function executeOnFile(
  call: Call,
  { batch, index, operation }: InBatch & { readonly index: string },
): Promise<Response> {
  await listBatchFiles(call.session, batch);
  const blob = await takeBatchBlob(call.session, batch, index);
  if (!blob) {
    throw errors.notFound(
      `Unable to find batch associated with id '${batch}' or file associated with index '${index}'`,
    );
  }
  return onFiles(call, batch, operation, [blob], 'one');
}

export async function onFiles(
  call: Call,
  batch: string,
  operation: string,
  files: readonly StoredBlob[],
  shape: 'one' | 'list',
): Promise<Response> {
  const given = await readOperationCall(call);
  const blobs: StoredBlob[] = [];
  for (const file of files) blobs.push(await withMimeType(call.session, file));
  const input = shape === 'one' ? blobInput(blobs) : ({ kind: 'blobs', blobs } as const);
  const result = await runOperation(call, operation, { ...given, input }, 'forbidden');
  if (call.request.headers.get('x-batch-no-drop')?.toLowerCase() !== 'true')
    await dropBatch(call.session, batch);
  return operationResponse(call, result);
}

/** `/automation/files/<id>?path=<xpath>`: where older clients fetch blobs of results. */
export async function file(call: Call, { id }: { readonly id: string }): Promise<Response> {
  const document = await getDocument(call.session, { id });
  return downloadFrom(call, document, call.url.searchParams.get('path') ?? '');
}
