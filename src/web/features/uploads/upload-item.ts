/**
 * One line of the queue: a file on its way, or a folder that holds nothing else. Plain values only, so that a line
 * can be kept in IndexedDB as it is; the file itself is kept beside it.
 */

export type Phase =
  /** Its turn has not come. */
  | 'waiting'
  /** Its folder is made and its name looked up. */
  | 'checking'
  | 'sending'
  /** The bytes are there; the document is being made. */
  | 'finishing'
  | 'done'
  | 'skipped'
  /** By the person, or by itself with a `problem`. */
  | 'paused'
  /** The name is taken, and the person decides. */
  | 'conflict'
  | 'failed'
  /** From an earlier visit: the file has to be opened again. */
  | 'interrupted';

export type ProblemKind =
  | 'connection'
  | 'busy'
  | 'signed-out'
  | 'forbidden'
  | 'quota'
  | 'too-large'
  | 'gone'
  | 'no-files-here'
  | 'unreadable'
  | 'changed'
  | 'refused';

export interface Problem {
  readonly kind: ProblemKind;
  /** The server's own words. */
  readonly detail: string;
}

export type Decision =
  | { readonly kind: 'replace' }
  /** Without a name, the next free one: "Lease (2).pdf". */
  | { readonly kind: 'keep-both'; readonly name?: string }
  | { readonly kind: 'skip' };

/** The document that has the name already. */
export interface Existing {
  readonly id: string;
  readonly title: string;
  /** Bytes; null when it holds no file. */
  readonly size: number | null;
  /** ISO date. */
  readonly modified: string | null;
  readonly mayReplace: boolean;
}

export interface UploadTarget {
  readonly id: string;
  readonly title: string;
}

export interface UploadItem {
  readonly id: string;
  readonly kind: 'file' | 'folder';
  readonly target: UploadTarget;
  /** Folders between the target and this. */
  readonly steps: readonly string[];
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  readonly mimeType: string;
  readonly phase: Phase;
  /** Bytes that are on the server. */
  readonly sent: number;
  readonly batchId: string | null;
  /** The document was asked for, and the answer may have been lost: it is looked for before it is asked for again. */
  readonly attempted: boolean;
  readonly decision: Decision | null;
  readonly existing: Existing | null;
  readonly problem: Problem | null;
  /** Set when done: the folder it is in, and the document. */
  readonly folderId: string | null;
  readonly documentId: string | null;
}

/** Two lines that would get the same name in the same folder never run at once. */
export function placeOf({ target, steps, name }: UploadItem): string {
  return JSON.stringify([target.id, ...steps, name]);
}

export function isRunning({ phase }: UploadItem): boolean {
  return phase === 'checking' || phase === 'sending' || phase === 'finishing';
}

/** Nothing more will happen to it unless it is asked for. */
export function isSettled({ phase }: UploadItem): boolean {
  return phase === 'done' || phase === 'skipped';
}

/** The same file in the eyes of somebody who gives it again. */
export function isSameFile(
  item: UploadItem,
  file: { name: string; size: number; lastModified: number },
): boolean {
  return (
    item.name === file.name.normalize('NFC') &&
    item.size === file.size &&
    item.lastModified === file.lastModified
  );
}
