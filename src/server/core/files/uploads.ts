/**
 * Upload batches: files that wait on the server until a document takes them.
 * Invariants: only its owner can see a batch; bytes are written to the blob store before any writing transaction opens; a
 * file is either complete or absent.
 */

import { errors, RepositoryError } from '../kernel/errors.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { type Caller, inSession, type Session } from '../kernel/session.ts';
import type { Batch, BatchFile, StoredBlob } from '../kernel/stores.ts';
import { sweepInPortions, sweptAtOnce } from '../kernel/sweeping.ts';
import { storeNewBatch } from './new-batches.ts';
import { rememberText } from './short-texts.ts';
import { bytesToKeep, storeUpload, tooLarge, typeDetectionBytes, type UploadedFile } from './upload-bytes.ts';
import {
  type Chunk,
  checkChunk,
  checkTotal,
  chunksOf,
  isComplete,
  joinedBlob,
  piecesBefore,
  sizeWith,
} from './upload-chunks.ts';

export const uploadHandlers = ['default'] as const;
const batchLifetime = 2 * 3_600_000;
/** Not touched more often: two units that touch a batch wait for each other, which parallel uploads should not. */
const touchedForMilliseconds = 60_000;

type UploadCaller = Pick<Caller, 'principals' | 'budget'>;

/** `mayWrite`, because the transaction after the bytes can be repeated. */
function changing({ principals, budget }: UploadCaller): Caller {
  return { principals, budget, mayWrite: true };
}

export interface Uploaded {
  readonly file: BatchFile;
  /** Bytes in this request; -1 when it declared none. */
  readonly uploadedSize: number;
  readonly isComplete: boolean;
}

/** In a transaction of its own, not the session's. */
export async function createBatch(session: Session, handler: string = 'default'): Promise<Batch> {
  if (!uploadHandlers.some((name) => name === handler)) {
    throw errors.badRequest(`Batch handler does not exist: ${handler}`);
  }
  const batch = newBatch(session, `batchId-${crypto.randomUUID()}`, handler);
  await storeNewBatch(session.repository, batch);
  return batch;
}

/** For the older interface, where a client may choose the batch's id: the batch exists after its first upload. */
export async function openNamedBatch(session: Session, id: string): Promise<Batch> {
  if (!/^[\w.:-]{1,120}$/.test(id)) throw errors.badRequest('Invalid batch id');
  const existing = await session.read.batches.get(id);
  if (existing && existing.owner !== session.username) throw noBatch(id);
  return existing ?? insertBatch(session, id, 'default');
}

function newBatch({ now, username }: Session, id: string, handler: string): Batch {
  const at = now.toISOString();
  return { id, owner: username, handler, createdAt: at, touchedAt: at };
}

async function insertBatch(session: Session, id: string, handler: string): Promise<Batch> {
  const batch = newBatch(session, id, handler);
  const { batches } = await session.write();
  await batches.create(batch);
  return batch;
}

/** Undefined when it is unknown, another person's, or too old. */
export async function findBatch(session: Session, id: string): Promise<Batch | undefined> {
  const batch = await session.read.batches.get(id);
  return batch && isOpen(batch, session.username, session.now) ? batch : undefined;
}

export async function getBatch(session: Session, id: string): Promise<Batch> {
  const batch = await findBatch(session, id);
  if (!batch) throw noBatch(id);
  return batch;
}

/** In the numeric order of their indexes. */
export async function listBatchFiles(session: Session, id: string): Promise<readonly BatchFile[]> {
  await getBatch(session, id);
  const files = await session.read.batches.files(id);
  return [...files].sort((one, other) => Number(one.index) - Number(other.index));
}

export async function getBatchFile(session: Session, id: string, index: string): Promise<BatchFile> {
  await getBatch(session, id);
  const file = await session.read.batches.file(id, checkedIndex(index));
  if (!file) throw noBatch(id);
  return file;
}

export async function dropBatch(session: Session, id: string): Promise<void> {
  await getBatch(session, id);
  const { batches } = await session.write();
  if (!(await batches.remove(id))) throw noBatch(id);
}

/** Call it in the unit that took the files. Does nothing when there is no such batch or it is another person's. */
export async function consumeBatch(session: Session, id: string): Promise<void> {
  const { batches } = await session.write();
  await batches.consume(id, session.username);
}

export async function dropBatchFile(session: Session, id: string, index: string): Promise<void> {
  await getBatch(session, id);
  const { batches } = await session.write();
  if (!(await batches.removeFile(id, checkedIndex(index)))) throw noBatch(id);
}

/** Keeps a file that was made for the caller, as long as an upload is kept. */
export async function keepFile(session: Session, id: string, blob: StoredBlob): Promise<void> {
  // A job that was interrupted and runs again finds the batch of its first run.
  if (!(await findBatch(session, id))) await insertBatch(session, id, 'default');
  const file: BatchFile = {
    index: '0',
    name: blob.name ?? '',
    mimeType: blob.mimeType,
    size: blob.length,
    uploadType: 'normal',
    chunkCount: null,
    blob,
    chunks: {},
  };
  const { batches } = await session.write();
  await batches.putFile(id, file, session.now.toISOString());
}

/** A whole file in one request; it replaces an earlier one at the same index. */
export async function uploadFile(
  repository: Repository,
  caller: UploadCaller,
  batchId: string,
  index: string,
  upload: UploadedFile,
): Promise<Uploaded> {
  checkedIndex(index);
  const { batch, file: earlier } = await requireBatch(repository, caller, batchId, index);
  const head = bytesToKeep(upload.length);
  const { maxUploadBytes } = repository.settings;
  const stored = await storeUpload(repository, { ...upload, bytes: head.of(upload.bytes) }, maxUploadBytes);
  const { name } = upload;
  const mimeType =
    upload.mimeType ??
    repository.ports.conversion.detectMimeType(name, head.bytes.subarray(0, typeDetectionBytes));
  if (head.bytes.byteLength === stored.length)
    rememberText(repository, { key: stored.key, mimeType }, head.bytes);
  const file: BatchFile = {
    index,
    name,
    mimeType: upload.mimeType,
    size: stored.length,
    uploadType: 'normal',
    chunkCount: null,
    blob: { ...stored, name, mimeType, encoding: null },
    chunks: {},
  };
  let isAgain = false;
  await inSession(repository, changing(caller), async (session) => {
    const { batches } = await session.write();
    if (isAgain || earlier) await getBatch(session, batchId);
    isAgain = true;
    if (earlier) return batches.putFile(batchId, file, session.now.toISOString());
    await batches.addFile(batchId, file);
    if (session.now.getTime() - Date.parse(batch.touchedAt) > touchedForMilliseconds)
      await batches.touch(batchId, session.now.toISOString());
  });
  return { file, uploadedSize: upload.length ?? -1, isComplete: true };
}

/** One chunk of a file, in any order; the last one completes the file. */
export async function uploadChunk(
  repository: Repository,
  caller: UploadCaller,
  batchId: string,
  index: string,
  upload: UploadedFile,
  chunk: Chunk,
): Promise<Uploaded> {
  checkedIndex(index);
  const isWhole = [chunk.index, chunk.count, chunk.fileSize].every(Number.isSafeInteger);
  if (!isWhole) {
    throw errors.badRequest(
      'X-Upload-Chunk-Index, X-Upload-Chunk-Count and X-File-Size headers must be numbers',
    );
  }
  const { maxUploadBytes } = repository.settings;
  if (chunk.fileSize > maxUploadBytes) throw tooLarge(maxUploadBytes);
  const { file: begun } = await requireBatch(repository, caller, batchId, index);
  checkChunk(begun, index, chunk, upload.length);
  const { key, length } = await storeUpload(
    repository,
    upload,
    chunk.fileSize,
    piecesBefore(begun, chunk.index),
  );
  const file = await inSession(repository, changing(caller), async (session) => {
    const { batches } = await session.write();
    await getBatch(session, batchId);
    const before = await batches.fileForUpdate(batchId, index);
    checkChunk(before, index, chunk, length);
    const chunks = { ...chunksOf(before), [chunk.index]: { key, size: length } };
    const after: BatchFile = {
      index,
      name: upload.name,
      mimeType: upload.mimeType,
      size: sizeWith(before, chunk, length),
      uploadType: 'chunked',
      chunkCount: chunk.count,
      blob: null,
      chunks,
    };
    if (after.size > maxUploadBytes) throw tooLarge(maxUploadBytes);
    if (isComplete(after)) checkTotal(after);
    await batches.putFile(batchId, after, session.now.toISOString());
    return after;
  });
  const whole = isComplete(file) ? await joinChunks(repository, caller, batchId, file) : file;
  return { file: whole, uploadedSize: upload.length ?? -1, isComplete: isComplete(whole) };
}

/** Copies the whole file, so it runs outside any transaction. */
async function joinChunks(
  repository: Repository,
  caller: UploadCaller,
  batchId: string,
  file: BatchFile,
): Promise<BatchFile> {
  const joined: BatchFile = { ...file, blob: await joinedBlob(repository, file) };
  await inSession(repository, changing(caller), async (session) => {
    const { batches } = await session.write();
    // The batch may have been removed meanwhile.
    if (await batches.fileForUpdate(batchId, file.index)) {
      await batches.putFile(batchId, joined, session.now.toISOString());
    }
  });
  return joined;
}

/** A file for a document; undefined when it is unknown, another person's or incomplete. */
export async function takeBatchBlob(
  session: Session,
  batchId: string,
  index: string,
): Promise<StoredBlob | undefined> {
  const found = await session.read.batches.withFile(batchId, index);
  if (!found?.file || !isOpen(found.batch, session.username, session.now)) return undefined;
  return blobOf(session, found.file);
}

/** All complete files, by index. */
export async function takeBatchBlobs(session: Session, batchId: string): Promise<readonly StoredBlob[]> {
  const blobs = [];
  for (const file of await listBatchFiles(session, batchId)) {
    const blob = await blobOf(session, file);
    if (blob) blobs.push(blob);
  }
  return blobs;
}

async function blobOf(session: Session, file: BatchFile): Promise<StoredBlob | undefined> {
  if (file.blob) return file.blob;
  // The server was stopped between the last chunk and the joining.
  return isComplete(file) ? joinedBlob(session.repository, file) : undefined;
}

/** Removes batches that nobody has written to for two hours. */
export function sweepBatches(repository: Repository): Promise<number> {
  return sweepInPortions(repository, async (session) => {
    const { batches } = await session.write();
    const before = new Date(session.now.getTime() - batchLifetime).toISOString();
    return batches.purge(before, sweptAtOnce);
  });
}

async function requireBatch(
  repository: Repository,
  caller: UploadCaller,
  id: string,
  index: string,
): Promise<{ readonly batch: Batch; readonly file: BatchFile | undefined }> {
  const found = await readStores(repository, ({ batches }) => batches.withFile(id, index));
  if (!found || !isOpen(found.batch, caller.principals.username, repository.ports.clock.now()))
    throw noBatch(id);
  return found;
}

/** Whether the person may still use it. */
function isOpen({ owner, touchedAt }: Batch, username: string, now: Date): boolean {
  return owner === username && now.getTime() - Date.parse(touchedAt) <= batchLifetime;
}

function checkedIndex(index: string): string {
  if (!/^\d{1,9}$/.test(index)) throw errors.badRequest('fileIdx request path parameter must be a number');
  return index;
}

function noBatch(id: string): RepositoryError {
  return new RepositoryError('notFound', `Unable to find batch with id ${id}`, { body: 'empty' });
}
