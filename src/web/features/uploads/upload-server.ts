/**
 * What the queue needs of a server, in words of its own, so that its rules can be tested without one.
 * The one that speaks to the repository is in `repository-server.ts`.
 */
import type { Existing } from './upload-item.ts';

export interface Folder {
  readonly id: string;
  /** Types that may be made in it; empty when the server does not say. */
  readonly types: readonly string[];
}

export interface Sending {
  readonly batchId: string;
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

export interface ChunkOf extends Sending {
  readonly index: number;
  readonly count: number;
  readonly bytes: Blob;
}

export interface NewFile {
  readonly folderId: string;
  readonly type: string;
  readonly name: string;
  readonly batchId: string;
  /** The same key for the same file: asked twice, made once. */
  readonly key: string;
}

export interface UploadServer {
  readonly createBatch: (signal: AbortSignal) => Promise<string>;
  readonly sendWhole: (sending: Sending) => Promise<void>;
  readonly sendChunk: (chunk: ChunkOf) => Promise<void>;
  /** Which pieces have arrived; null when the batch or its file is unknown. `whole` = nothing is missing. */
  readonly arrived: (
    batchId: string,
    signal: AbortSignal,
  ) => Promise<{ readonly whole: boolean; readonly pieces: ReadonlySet<number> } | null>;
  readonly dropBatch: (batchId: string) => Promise<void>;
  readonly folder: (id: string, signal: AbortSignal) => Promise<Folder>;
  readonly findFolder: (parentId: string, title: string, signal: AbortSignal) => Promise<Folder | null>;
  readonly createFolder: (
    parentId: string,
    type: string,
    title: string,
    key: string,
    signal: AbortSignal,
  ) => Promise<Folder>;
  /** By title or by the name of its file. */
  readonly findFile: (folderId: string, name: string, signal: AbortSignal) => Promise<Existing | null>;
  /** @returns the document's id */
  readonly createFile: (file: NewFile, signal: AbortSignal) => Promise<string>;
  /** Keeps what was there as a version. */
  readonly replaceFile: (documentId: string, batchId: string, signal: AbortSignal) => Promise<void>;
}
