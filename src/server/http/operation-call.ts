/**
 * Reads the call of an operation in all forms that clients send, and runs it.
 * Invariant: for others, an administrators' operation does not exist.
 */

import { withMimeType } from '#server/core/files/blob-input.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { OperationInput, OperationResult } from '#server/operations/machinery/result.ts';
import type { OperationCall } from '#server/operations/machinery/runner.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { Call } from './application.ts';
import { MultipartError } from './bytes/multipart.ts';
import { receiveParts } from './bytes/multipart-form.ts';
import { mediaType, parseJson, readForm, readJsonObject } from './request-body.ts';

export async function readOperationCall(call: Call): Promise<OperationCall> {
  const { request, session } = call;
  const type = mediaType(request.headers);
  if (type.startsWith('multipart/')) return readMultipartCall(call, session.repository);
  if (type === 'application/x-www-form-urlencoded') {
    return callFrom(parseJson((await readForm(request)).get('jsondata') ?? ''));
  }
  return callFrom(await readJsonObject(request));
}

function callFrom(body: Json): OperationCall {
  if (!isJsonObject(body)) throw errors.badRequest('The request body must be a JSON object');
  const { input } = body;
  return {
    input: input === undefined || input === null ? { kind: 'void' } : { kind: 'json', value: input },
    params: objectOf(body.params),
    context: objectOf(body.context),
  };
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The first part is the call, each further part a blob; only their order matters. */
async function readMultipartCall(call: Call, repository: Repository): Promise<OperationCall> {
  let received: Awaited<ReturnType<typeof receiveParts>>;
  try {
    received = await receiveParts(call.request, repository, (index) => index > 0);
  } catch (error) {
    if (error instanceof MultipartError) throw unparsable(error.message, error);
    throw error;
  }
  const [first, ...rest] = received;
  if (first?.kind !== 'field') throw unparsable('Received no part in a multipart request');
  const files = rest.flatMap((part) => (part.kind === 'file' ? [part.blob] : []));
  if (files.length === 0) throw unparsable('Received only 1 part in a multipart request');
  const blobs: StoredBlob[] = [];
  for (const file of files) blobs.push(await withMimeType(call.session, file));
  return { ...callFrom(parseJson(first.text)), input: blobInput(blobs) };
}

export function blobInput(blobs: readonly StoredBlob[]): OperationInput {
  const [first] = blobs;
  return first !== undefined && blobs.length === 1 ? { kind: 'blob', blob: first } : { kind: 'blobs', blobs };
}

function unparsable(reason: string, cause?: unknown): RepositoryError {
  return new RepositoryError('operationFailed', `Failed to parse multipart request: ${reason}`, { cause });
}

/** @param hidden how callers without the right are refused: with a 404, or with a 403 */
export async function runOperation(
  call: Call,
  id: string,
  operationCall: OperationCall,
  hidden: 'absent' | 'forbidden' = 'absent',
): Promise<OperationResult> {
  const { operations } = call.application;
  if (operations.isAdministratorOnly(id) && !call.session.principals.isAdministrator) {
    throw hidden === 'forbidden'
      ? errors.forbidden(`Not allowed to execute ${id}`)
      : new RepositoryError('notFound', id, { body: 'empty' });
  }
  return operations.run(call.session, id, operationCall, {
    baseUrl: call.baseUrl,
    locale: call.options.locale,
    errorDisplay: call.application.errorDisplay,
  });
}
