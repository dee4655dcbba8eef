/**
 * The server as the queue needs it, so that its rules can be tested without one.
 * The implementation for the repository is in `repository-server.ts`.
 */
import type { SentFile } from '#web/api/upload.ts';
import type { JsonObject } from '#wire/json.ts';
import type { Existing, RequestedVersion, SameFile } from './upload-item.ts';

export interface Folder {
  readonly id: string;
  /** Types that can be created in it; empty if the server does not say. */
  readonly types: readonly string[];
  /** True also if the server does not say. */
  readonly mayAdd: boolean;
}

/** The place of a file's bytes on the server, until a document is made of them. */
export interface Slot {
  readonly batchId: string;
  readonly index: number;
  /** Other files are in the same batch, so it must not be dropped with this one. */
  readonly shared: boolean;
}

export interface Sending {
  readonly slot: Slot;
  readonly file: SentFile;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

export interface ChunkOf extends Sending {
  readonly piece: number;
  readonly count: number;
  readonly bytes: SentFile['bytes'];
}

export interface NewFile {
  readonly folderId: string;
  readonly type: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Properties from the form; a title among them does not change the file's name. */
  readonly properties: JsonObject;
  readonly slot: Slot;
  /** Idempotency key: with the same key the document is created once. */
  readonly key: string;
  /** True for one of many files: the answer does not wait for a search index. */
  readonly indexedLater?: boolean;
}

export interface FiledDocument {
  readonly id: string;
  /** False if the server no longer had the file: it creates the document without. */
  readonly hasFile: boolean;
}

/** The room in the folder with the least room, among the target and those above it. */
export interface Room {
  readonly left: number;
  /** Title of that folder. */
  readonly title: string;
}

export interface UploadServer {
  readonly createBatch: (signal: AbortSignal) => Promise<string>;
  readonly sendWhole: (sending: Sending) => Promise<void>;
  readonly sendChunk: (chunk: ChunkOf) => Promise<void>;
  /** The pieces that have arrived; null if the batch or its file is unknown. `whole`: no piece is missing. */
  readonly arrived: (
    slot: Slot,
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
  /** Finds documents by title or by file name. */
  readonly findFiles: (
    folderId: string,
    names: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, Existing>>;
  readonly createFile: (file: NewFile, signal: AbortSignal) => Promise<FiledDocument>;
  /** Keeps the old file as a version; creates a version with the new file if `edition` is given. */
  readonly replaceFile: (
    documentId: string,
    slot: Slot,
    signal: AbortSignal,
    edition?: RequestedVersion,
  ) => Promise<void>;
  /** For a document that was created without its file. */
  readonly fillFile: (documentId: string, slot: Slot, signal: AbortSignal) => Promise<void>;
  /** Adds an attachment. */
  readonly attachFile: (documentId: string, slot: Slot, signal: AbortSignal) => Promise<void>;
  /** True if the document has this file already: an attempt whose answer was lost may have stored it. */
  readonly holdsFile: (
    documentId: string,
    as: 'version' | 'attachment',
    file: { readonly name: string; readonly size: number },
    signal: AbortSignal,
  ) => Promise<boolean>;
  /** Finds documents by the digest of their file. */
  readonly findSame: (
    digests: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, SameFile>>;
  /** Shows the document in this folder, too; resolves to the id of the proxy. */
  readonly link: (documentId: string, folderId: string, signal: AbortSignal) => Promise<string>;
  /** Null if there is no limit. */
  readonly room: (folderId: string, signal: AbortSignal) => Promise<Room | null>;
  /** @param indexedLater true for one of many files: the answer does not wait for a search index */
  readonly describe: (
    documentId: string,
    properties: JsonObject,
    signal: AbortSignal,
    indexedLater?: boolean,
  ) => Promise<void>;
  /** Waits a moment until a search index knows what was filed. */
  readonly waitForIndexing: () => Promise<void>;
}
