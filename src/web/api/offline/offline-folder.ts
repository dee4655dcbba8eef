/** Folders that are there without a line, with everything below them: what is remembered of each. Pure. */
import type { DocumentEntity } from '#wire/document.ts';

/** Why files are missing although nobody stopped. */
export type OfflineProblem =
  /** The browser gives no more room. */
  | 'full'
  /** The folder is gone, or the person may not read it any more. */
  | 'gone'
  /** The browser took away what was here; it is fetched again. */
  | 'evicted';

export interface OfflineFolder {
  /** Server and person. */
  readonly owner: string;
  readonly uid: string;
  readonly title: string;
  readonly path: string;
  /** Files beyond this many bytes are left out, the largest first. */
  readonly limit: number;
  readonly paused: boolean;
  /** In ms since the epoch, while it may still be undone; then all of it goes. */
  readonly removedAt: number | null;
  /** When everything was last compared with the server; null = never, or not to the end. */
  readonly refreshedAt: number | null;
  readonly problem: OfflineProblem | null;
  readonly documents: number;
  readonly files: number;
  readonly bytes: number;
  /** Files that are left out because of the limit. */
  readonly leftOut: number;
  /** Files that the server did not give, or could not make. */
  readonly failed: number;
}

/** What a folder holds that was never fetched. */
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

/** Bytes of a document that are fetched with it. */
export interface OfflineFile {
  /** As viewers ask for it. */
  readonly address: string;
  /** As far as it is known before; of what the server makes of a file, the file's own. */
  readonly bytes: number;
  /** Other bytes have another one. */
  readonly version: string;
}

export interface OfflineDocument {
  readonly owner: string;
  readonly folder: string;
  readonly uid: string;
  readonly path: string;
  readonly parent: string;
  /** Changes when the document has. */
  readonly token: string;
  readonly entity: DocumentEntity;
}

export interface OfflineBytes {
  readonly owner: string;
  readonly folder: string;
  /** By `fileKey`. */
  readonly key: string;
  readonly version: string;
  /** Null = the server did not give it; it is tried again when its version changes, or when somebody wants it. */
  readonly blob: Blob | null;
}

/** What comes along when a folder's size is asked for, and is compared at each refresh. */
export function tokenOf({ changeToken, lastModified, path, lockOwner }: DocumentEntity): string {
  return JSON.stringify([changeToken, lastModified, path, lockOwner]);
}

/** The same bytes have one key, whatever the document was when their address was written. */
export function fileKey(server: string, address: string): string {
  const url = new URL(address);
  for (const name of ['changeToken', 'clientReason']) url.searchParams.delete(name);
  url.searchParams.sort();
  return `${decodeURIComponent(url.pathname).slice(new URL(server).pathname.length)}${url.search}`;
}

/** Which of these fit, the smaller ones first. */
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
