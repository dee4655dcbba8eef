/**
 * The transport of uploads: batches, whole files and chunks, with progress and cancelling. It uses XMLHttpRequest, because only
 * that reports how much of a body was sent. The queue (order, resuming, conflicts) is part of the uploads feature. Invariant: if
 * a token ends during an upload it is renewed and the piece is sent again; nothing else is repeated here.
 */
import type { UploadReference } from '#wire/document.ts';
import { headers } from '#wire/headers.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { BatchCreated, BatchFileInfo, UploadResult } from '#wire/upload.ts';
import { encodeSegment } from './addresses.ts';
import { ApiError, hasStatus } from './api-error.ts';
import { authorizationHeader, type Credentials } from './credentials.ts';
import { api, runningApi } from './start.ts';

/** A file to send. */
export interface SentFile extends Pick<File, 'name' | 'type' | 'size'> {
  /** For a small file its bytes: registering a blob blocks the page for some milliseconds. */
  readonly bytes: Blob | ArrayBuffer;
}

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Bytes of this call sent so far. */
  readonly onProgress?: (bytes: number) => void;
}

export async function createBatch(signal?: AbortSignal): Promise<string> {
  const created = await api().entity('/upload', isBatchCreated, { method: 'POST', signal });
  return created.batchId;
}

/** @param index position of the file in its batch, from 0 */
export function uploadFile(
  batchId: string,
  index: number,
  file: SentFile,
  options: UploadOptions = {},
): Promise<UploadResult> {
  return post(batchId, index, file.bytes, { ...fileHeaders(file), [headers.uploadType]: 'normal' }, options);
}

export interface Chunk {
  readonly index: number;
  readonly count: number;
  readonly bytes: SentFile['bytes'];
}

export function uploadChunk(
  batchId: string,
  index: number,
  file: SentFile,
  chunk: Chunk,
  options: UploadOptions = {},
): Promise<UploadResult> {
  const chunkHeaders = {
    ...fileHeaders(file),
    [headers.uploadType]: 'chunked',
    [headers.chunkIndex]: String(chunk.index),
    [headers.chunkCount]: String(chunk.count),
  };
  return post(batchId, index, chunk.bytes, chunkHeaders, options);
}

/** Which chunks have arrived; null if the server does not know the batch or the file (any more). */
export async function getFileStatus(
  batchId: string,
  index: number,
  signal?: AbortSignal,
): Promise<BatchFileInfo | null> {
  try {
    return await api().entity(fileAddress(batchId, index), isBatchFileInfo, { signal });
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}

/** Frees the space; does nothing if the batch no longer exists. */
export async function dropBatch(batchId: string): Promise<void> {
  try {
    await api().done(`/upload/${encodeSegment(batchId)}`, { method: 'DELETE' });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}

/** Adds an uploaded file to a document's attachments: the server appends it to the current list. */
export async function attachUploaded(
  batchId: string,
  index: number,
  documentId: string,
  { keepsBatch, signal }: { readonly keepsBatch: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  await api().done(`${fileAddress(batchId, index)}/execute/Blob.AttachOnDocument`, {
    method: 'POST',
    body: { params: { document: documentId, xpath: 'files:files' }, context: {} },
    headers: {
      // Otherwise the answer would be the file.
      [api().header('voidOperation')]: 'true',
      ...(keepsBatch ? { [headers.batchNoDrop]: 'true' } : {}),
    },
    signal,
  });
}

/** The value of a blob property for an uploaded file. */
export function uploadReference(
  batchId: string,
  index: number,
): UploadReference & { readonly [key: string]: string } {
  return { 'upload-batch': batchId, 'upload-fileId': String(index) };
}

async function post(
  batchId: string,
  index: number,
  body: SentFile['bytes'],
  sent: Readonly<Record<string, string>>,
  options: UploadOptions,
): Promise<UploadResult> {
  const { session } = runningApi();
  const address = api().address(fileAddress(batchId, index));
  const first = await session.current(options.signal);
  let response = await transmit(address, body, sent, first.credentials, options);
  if (response.status === 401) {
    await session.renew(first.credentials);
    const second = await session.current(options.signal, first.username);
    options.onProgress?.(0);
    response = await transmit(address, body, sent, second.credentials, options);
  }
  if (!response.ok) throw await api().refused(response);
  const result: unknown = await response.json().catch(() => undefined);
  if (isUploadResult(result)) return result;
  throw await api().refused(new Response());
}

function transmit(
  address: string,
  body: SentFile['bytes'],
  sent: Readonly<Record<string, string>>,
  credentials: Credentials,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  const { connection } = runningApi();
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const request = new XMLHttpRequest();
    const onAbort = (): void => {
      request.abort();
      reject(signal?.reason);
    };
    request.open('POST', address);
    for (const [name, value] of Object.entries(sent)) request.setRequestHeader(name, value);
    request.setRequestHeader(...authorizationHeader(credentials));
    // Prevents the browser from asking for a password itself.
    request.setRequestHeader(headers.noBasicHeader, 'true');
    request.upload.onprogress = (event) => onProgress?.(event.loaded);
    request.onerror = () => {
      connection.failed();
      reject(new ApiError({ kind: 'network', message: api().unanswered() }));
    };
    request.onload = () => {
      connection.answered();
      const type = request.getResponseHeader('Content-Type') ?? '';
      resolve(
        new Response(request.responseText, { status: request.status, headers: { 'Content-Type': type } }),
      );
    };
    request.onloadend = () => signal?.removeEventListener('abort', onAbort);
    signal?.addEventListener('abort', onAbort);
    request.send(body);
  });
}

function fileAddress(batchId: string, index: number): string {
  return `/upload/${encodeSegment(batchId)}/${index}`;
}

function fileHeaders(file: SentFile): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/octet-stream',
    [headers.fileName]: encodeURIComponent(file.name),
    [headers.fileSize]: String(file.size),
    ...(file.type === '' ? {} : { [headers.fileType]: file.type }),
  };
}

function isBatchCreated(value: unknown): value is BatchCreated {
  return isJsonObject(value) && isString(value.batchId);
}

function isUploadResult(value: unknown): value is UploadResult {
  return isJsonObject(value) && isString(value.batchId) && isString(value.fileIdx);
}

function isBatchFileInfo(value: unknown): value is BatchFileInfo {
  return isJsonObject(value) && isString(value.name) && typeof value.size === 'number';
}
