/**
 * `/upload`: batches of files that wait until a document takes them.
 * Invariant: bytes are streamed from the socket to the store; an interrupted body leaves nothing.
 */

import { isComplete, uploadedChunks } from '#server/core/files/upload-chunks.ts';
import type { Uploaded } from '#server/core/files/uploads.ts';
import * as batches from '#server/core/files/uploads.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { BatchFile } from '#server/core/kernel/stores.ts';
import type { BatchCreated, BatchFileInfo, UploadResult } from '#wire/upload.ts';
import type { Call } from '../application.ts';
import { bytesOf } from '../bytes/listener-hints.ts';
import { mediaType, withoutNulls } from '../request-body.ts';
import { empty, json, noContent } from '../responses.ts';

interface InBatch {
  readonly batch: string;
}

interface InFile extends InBatch {
  readonly index: string;
}

export async function create({ session }: Call): Promise<Response> {
  const { id } = await batches.createBatch(session);
  const body: BatchCreated = { batchId: id };
  return json(body, 201);
}

export async function createWithHandler(
  { session }: Call,
  { handler }: { readonly handler: string },
): Promise<Response> {
  const { id } = await batches.createBatch(session, handler);
  return json({ provider: handler, batchId: id, fileEntries: [] });
}

export function listHandlers(): Response {
  return json({ handlers: batches.uploadHandlers.map((name) => ({ name })) });
}

export function readHandler(_call: Call, { name }: { readonly name: string }): Response {
  return batches.uploadHandlers.some((one) => one === name) ? json({ name }) : empty(404);
}

export async function list({ session }: Call, { batch }: InBatch): Promise<Response> {
  const files = await batches.listBatchFiles(session, batch);
  return files.length === 0 ? noContent() : json(files.map(fileInfo));
}

export async function info({ session }: Call, { batch }: InBatch): Promise<Response> {
  const { handler } = await batches.getBatch(session, batch);
  const files = await batches.listBatchFiles(session, batch);
  return json({ provider: handler, batchId: batch, fileEntries: files.map(fileInfo) });
}

export async function read({ session }: Call, { batch, index }: InFile): Promise<Response> {
  const file = await batches.getBatchFile(session, batch, index);
  return json(fileInfo(file), isComplete(file) ? 200 : 202);
}

export async function upload(call: Call, { batch, index }: InFile): Promise<Response> {
  if (mediaType(call.request.headers) === 'multipart/form-data') {
    throw errors.badRequest('Uploads are sent as raw bytes, not as multipart/form-data');
  }
  const uploaded = await receive(call, batch, index);
  return json(resultOf(batch, uploaded), uploaded.isComplete ? 201 : 202);
}

async function receive({ request, session }: Call, batch: string, index: string): Promise<Uploaded> {
  const { headers } = request;
  const file = {
    name: fileName(headers) ?? '',
    mimeType: headers.get('x-file-type') || null,
    bytes: bytesOf(request),
    length: contentLength(headers),
    signal: request.signal,
  };
  const { repository } = session;
  if (headers.get('x-upload-type')?.toLowerCase() !== 'chunked') {
    return batches.uploadFile(repository, session, batch, index, file);
  }
  return batches.uploadChunk(repository, session, batch, index, file, {
    index: wholeNumber(headers.get('x-upload-chunk-index')),
    count: wholeNumber(headers.get('x-upload-chunk-count')),
    fileSize: wholeNumber(headers.get('x-file-size')),
  });
}

function wholeNumber(text: string | null): number {
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
}

export function contentLength(headers: Headers): number | undefined {
  const length = headers.get('content-length');
  return length === null ? undefined : Number(length);
}

/** Percent-encoded UTF-8; `+` is a space. */
export function fileName(headers: Headers): string | undefined {
  const given = headers.get('x-file-name');
  if (given === null) return undefined;
  try {
    return withoutNulls(decodeURIComponent(given.replaceAll('+', ' ')));
  } catch {
    return given;
  }
}

export async function removeBatch({ session }: Call, { batch }: InBatch): Promise<Response> {
  await batches.dropBatch(session, batch);
  return noContent();
}

export async function removeFile({ session }: Call, { batch, index }: InFile): Promise<Response> {
  await batches.dropBatchFile(session, batch, index);
  return noContent();
}

/** The default handler stores the bytes itself: there are no external credentials to refresh. */
export async function unsupported({ session }: Call, { batch }: InBatch): Promise<Response> {
  await batches.getBatch(session, batch);
  throw new RepositoryError('unsupported', 'The default handler needs no direct upload');
}

/** The default handler has no external uploads that could be completed. */
export async function complete({ session }: Call, { batch }: InBatch): Promise<Response> {
  await batches.getBatch(session, batch);
  throw new RepositoryError('unsupported', 'No upload past this server was begun', { status: 409 });
}

function resultOf(batchId: string, { file, uploadedSize }: Uploaded): UploadResult {
  return {
    uploaded: 'true',
    batchId,
    fileIdx: file.index,
    uploadType: file.uploadType,
    uploadedSize: String(uploadedSize),
    ...chunkInfo(file),
  };
}

function fileInfo(file: BatchFile): BatchFileInfo {
  return { name: file.name, size: file.size, uploadType: file.uploadType, ...chunkInfo(file) };
}

function chunkInfo(file: BatchFile): { uploadedChunkIds?: readonly number[]; chunkCount?: number } {
  return file.uploadType === 'chunked' && file.chunkCount !== null
    ? { uploadedChunkIds: uploadedChunks(file), chunkCount: file.chunkCount }
    : {};
}
