/**
 * What the queue needs of a server, in words of its own, so that its rules can be tested without one.
 * The one that speaks to the repository is in `repository-server.ts`.
 */
import type { SentFile } from '#web/api/upload.ts';
import type { JsonObject } from '#wire/json.ts';
import type { Existing, SameFile } from './upload-item.ts';

export interface Folder {
  readonly id: string;
  /** Types that may be made in it; empty when the server does not say. */
  readonly types: readonly string[];
  /** True also when the server does not say. */
  readonly mayAdd: boolean;
}

/** Where a file's bytes wait for their document. */
export interface Slot {
  readonly batchId: string;
  readonly index: number;
  /** Other files are in the batch too: whoever uses this one leaves the batch as it is. */
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
  /** What the person wrote; a title among them is not the file's name. */
  readonly properties: JsonObject;
  readonly slot: Slot;
  /** The same key for the same file: asked twice, made once. */
  readonly key: string;
}

export interface FiledDocument {
  readonly id: string;
  /** False when the server had lost the file by then: it makes the document all the same. */
  readonly hasFile: boolean;
}

/** What the place with the least room has left. */
export interface Room {
  readonly left: number;
  /** The place that has so little. */
  readonly title: string;
}

export interface UploadServer {
  readonly createBatch: (signal: AbortSignal) => Promise<string>;
  readonly sendWhole: (sending: Sending) => Promise<void>;
  readonly sendChunk: (chunk: ChunkOf) => Promise<void>;
  /** Which pieces have arrived; null when the batch or its file is unknown. `whole` = nothing is missing. */
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
  /** By title or by the name of the file. */
  readonly findFiles: (
    folderId: string,
    names: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, Existing>>;
  readonly createFile: (file: NewFile, signal: AbortSignal) => Promise<FiledDocument>;
  /** Keeps what was there as a version. */
  readonly replaceFile: (documentId: string, slot: Slot, signal: AbortSignal) => Promise<void>;
  /** For a document that came without its file. */
  readonly fillFile: (documentId: string, slot: Slot, signal: AbortSignal) => Promise<void>;
  /** One more attachment. */
  readonly attachFile: (documentId: string, slot: Slot, signal: AbortSignal) => Promise<void>;
  /** Whether the document has this file already: an attempt whose answer was lost may have brought it. */
  readonly holdsFile: (
    documentId: string,
    as: 'version' | 'attachment',
    file: { readonly name: string; readonly size: number },
    signal: AbortSignal,
  ) => Promise<boolean>;
  /** Documents whose file has one of these digests, by digest. */
  readonly findSame: (
    digests: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, SameFile>>;
  /** Shows the document in this folder, too; answers what shows it. */
  readonly link: (documentId: string, folderId: string, signal: AbortSignal) => Promise<string>;
  /** Null where as much may come as there is. */
  readonly room: (folderId: string, signal: AbortSignal) => Promise<Room | null>;
  readonly describe: (documentId: string, properties: JsonObject, signal: AbortSignal) => Promise<void>;
}
