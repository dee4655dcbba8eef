/**
 * Files that are uploaded in chunks: checking a chunk, whether the file is complete, and joining it.
 * Invariant: the chunks of a file agree on its size and their number, and add up to that size.
 */
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Repository } from '../kernel/repository.ts';
import type { BatchFile, StoredBlob } from '../kernel/stores.ts';

export interface Chunk {
  readonly index: number;
  readonly count: number;
  /** The size of the whole file; some clients send the size of the chunk instead. */
  readonly fileSize: number;
}

/**
 * Refuses a chunk that does not fit the chunks before it.
 * @param length of this chunk, when it is known
 */
export function checkChunk(
  file: BatchFile | undefined,
  index: string,
  chunk: Chunk,
  length: number | undefined,
): void {
  const refusal = (message: string): RepositoryError => new RepositoryError('internal', message);
  if (chunk.index < 0 || chunk.index >= chunk.count) {
    throw refusal(
      `Cannot add chunk with index ${chunk.index} to file entry ${index} as it is out of bounds.`,
    );
  }
  if (file?.uploadType !== 'chunked') return;
  if (Object.hasOwn(file.chunks, String(chunk.index))) {
    throw refusal(`Cannot add chunk with index ${chunk.index} to file entry ${index} as it already exists.`);
  }
  if (file.chunkCount !== chunk.count || !agreesAboutSize(file, chunk, length)) {
    throw errors.badRequest(`The chunks of file ${index} disagree about its size or their number`);
  }
}

/** The size of the file including this chunk. */
export function sizeWith(file: BatchFile | undefined, chunk: Chunk, length: number): number {
  return tellsItself(chunk, length) ? arrived(file) + length : chunk.fileSize;
}

function agreesAboutSize(file: BatchFile, chunk: Chunk, length: number | undefined): boolean {
  if (length === undefined) return true;
  return file.size === (tellsItself(chunk, length) ? arrived(file) : chunk.fileSize);
}

function tellsItself(chunk: Chunk, length: number): boolean {
  return chunk.count > 1 && chunk.fileSize === length;
}

function arrived(file: BatchFile | undefined): number {
  return Object.values(chunksOf(file)).reduce((sum, { size }) => sum + size, 0);
}

export function checkTotal(file: BatchFile): void {
  const total = arrived(file);
  if (total !== file.size) {
    throw errors.badRequest(`The chunks of file ${file.index} hold ${total} bytes, not ${file.size}`);
  }
}

export function chunksOf(file: BatchFile | undefined): BatchFile['chunks'] {
  return file?.uploadType === 'chunked' ? file.chunks : {};
}

export function isComplete(file: BatchFile): boolean {
  return file.blob !== null || uploadedChunks(file).length === file.chunkCount;
}

/** Ascending. */
export function uploadedChunks(file: BatchFile): readonly number[] {
  return Object.keys(file.chunks)
    .map(Number)
    .sort((one, other) => one - other);
}

/** Keys of all chunks before this one; undefined when some are missing. */
export function piecesBefore(file: BatchFile | undefined, index: number): readonly string[] | undefined {
  const pieces = chunksOf(file);
  const keys = Array.from({ length: index }, (_, piece) => pieces[piece]?.key);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

/** Copies the whole file: never call it in a transaction. */
export async function joinedBlob(repository: Repository, file: BatchFile): Promise<StoredBlob> {
  const keys = uploadedChunks(file).map((index) => file.chunks[index]?.key ?? '');
  const stored = await repository.ports.blobs.concat(keys);
  return { ...stored, name: file.name, mimeType: file.mimeType, encoding: null };
}
