/** The records of folders that are available without a connection, with everything below them. Pure. */
import type { DocumentEntity } from '#wire/document.ts';

/** Why files are missing although the copy was not interrupted. */
export type OfflineProblem =
  /** The browser gives no more space. */
  | 'full'
  /** The folder was deleted, or the person may no longer read it. */
  | 'gone'
  /** The browser removed the copy; it is downloaded again. */
  | 'evicted';

export interface OfflineFolder {
  /** Server and person. */
  readonly owner: string;
  readonly uid: string;
  readonly title: string;
  readonly path: string;
  /** Maximum bytes of files; the largest ones beyond it are left out. */
  readonly limit: number;
  readonly paused: boolean;
  /** When the user removed it, in ms since the epoch; until it is purged this can be undone. */
  readonly removedAt: number | null;
  /** When a comparison with the server was last completed; null = never. */
  readonly refreshedAt: number | null;
  readonly problem: OfflineProblem | null;
  readonly documents: number;
  readonly files: number;
  readonly bytes: number;
  /** Number of files left out because of the limit. */
  readonly leftOut: number;
  /** Number of files that the server refused or could not convert. */
  readonly failed: number;
}

/** The record of a folder of which nothing was copied. */
export const unfetched = {
  paused: false,
  removedAt: null,
  refreshedAt: null,
  problem: null,
  documents: 0,
  files: 0,
  bytes: 0,
  leftOut: 0,
  failed: 0,
} as const satisfies Partial<OfflineFolder>;

/** A file copied with a document. */
export interface OfflineFile {
  /** The address that viewers request. */
  readonly address: string;
  /** Size as far as known before the download; for a conversion, that of the original file. */
  readonly bytes: number;
  /** Changes when the bytes do. */
  readonly version: string;
}

export interface OfflineDocument {
  readonly owner: string;
  readonly folder: string;
  readonly uid: string;
  readonly path: string;
  readonly parent: string;
  /** Changes when the document does. */
  readonly token: string;
  readonly entity: DocumentEntity;
}

export interface OfflineBytes {
  readonly owner: string;
  readonly folder: string;
  /** By `fileKey`. */
  readonly key: string;
  readonly version: string;
  /** Null = the server refused it; requested again when its version changes, or when the user asks. */
  readonly blob: Blob | null;
}

/** A document's token, made from the properties that a listing returns; compared at each refresh. */
export function tokenOf({ changeToken, lastModified, path, lockOwner }: DocumentEntity): string {
  return JSON.stringify([changeToken, lastModified, path, lockOwner]);
}

/** The key of a file; it does not change with the document, unlike the address. */
export function fileKey(server: string, address: string): string {
  const url = new URL(address);
  for (const name of ['changeToken', 'clientReason']) url.searchParams.delete(name);
  url.searchParams.sort();
  return `${decodeURIComponent(url.pathname).slice(new URL(server).pathname.length)}${url.search}`;
}

/** The files that fit into the limit, the smaller ones first. */
export function withinLimit(
  files: readonly OfflineFile[],
  limit: number,
): { readonly chosen: readonly OfflineFile[]; readonly leftOut: number } {
  let left = limit;
  const chosen = files
    .toSorted((one, other) => one.bytes - other.bytes)
    .filter(({ bytes }) => {
      left -= bytes;
      return left >= 0;
    });
  return { chosen, leftOut: files.length - chosen.length };
}
