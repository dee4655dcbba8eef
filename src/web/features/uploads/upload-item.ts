/**
 * One line of the queue: a file to upload, or an empty folder. Plain values only, so that a line can be stored in IndexedDB
 * as it is; the file itself is stored beside it.
 */
import type { JsonObject } from '#wire/json.ts';
import type { Found } from './file-source.ts';
import type { Slot } from './upload-server.ts';

export type Phase =
  /** Not started yet. */
  | 'waiting'
  /** Its folder is being created and its name looked up. */
  | 'checking'
  | 'sending'
  /** The bytes are sent; the document is being created. */
  | 'finishing'
  | 'done'
  | 'skipped'
  /** By the person, or by itself with a `problem`. */
  | 'paused'
  /** The name is taken; the person must decide. */
  | 'conflict'
  /** Another document has the same bytes; the person must decide. */
  | 'duplicate'
  /** The bytes are sent; the document waits until the person has filled in its details. */
  | 'described'
  | 'failed'
  /** The file can no longer be read: the person must choose it again. */
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
  /** The server refused the search for documents with the same name or bytes. */
  | 'no-look'
  | 'refused';

export interface Problem {
  readonly kind: ProblemKind;
  /** The server's own message. */
  readonly detail: string;
}

/** What to do if the name is taken. `keep-both` takes the next free name: "Lease (2).pdf". */
export const decisions = ['replace', 'keep-both', 'skip'] as const;
export type Decision = (typeof decisions)[number];

/** The document that has the name already. */
export interface Existing {
  readonly id: string;
  readonly title: string;
  /** Bytes; null if it has no file. */
  readonly size: number | null;
  /** ISO date. */
  readonly modified: string | null;
  readonly mayReplace: boolean;
}

/** What to do if another document has the same bytes. `link` shows that document in this folder, too. */
export const sameDecisions = ['link', 'version', 'keep-both', 'skip'] as const;
export type SameDecision = (typeof sameDecisions)[number];

/** A document with the same bytes. */
export interface SameFile {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly mayReplace: boolean;
}

/** The details from the form that is open while bytes are sent. */
export interface Details {
  /** Null: the type that fits the file's kind. */
  readonly type: string | null;
  readonly properties: JsonObject;
}

/** What a line becomes: a document of its own, or the file or an attachment of an existing one. */
export const purposes = ['document', 'version', 'attachment'] as const;
export type Purpose = (typeof purposes)[number];

/** The version to create with the new file. */
export interface RequestedVersion {
  readonly version: 'minor' | 'major';
  readonly comment: string;
}

export interface UploadTarget {
  readonly id: string;
  readonly title: string;
  /** Left out = no version is created. */
  readonly edition?: RequestedVersion | undefined;
}

export interface UploadItem {
  readonly id: string;
  readonly kind: 'file' | 'folder';
  readonly purpose: Purpose;
  /** The folder it goes into; the document itself for a version or an attachment. */
  readonly target: UploadTarget;
  /** Folders between the target and the file. */
  readonly steps: readonly string[];
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  readonly mimeType: string;
  readonly phase: Phase;
  /** Number of bytes on the server. */
  readonly sent: number;
  readonly slot: Slot | null;
  /** The document was requested, and the answer may be lost: search for it before requesting it again. */
  readonly attempted: boolean;
  readonly decision: Decision | null;
  /** The document with the same name; null until it is known. */
  readonly existing: Existing | null;
  readonly sameDecision: SameDecision | null;
  /** The document with the same bytes. */
  readonly same: SameFile | null;
  readonly details: Details | null;
  readonly problem: Problem | null;
  /** Set when done: the folder, and the document. */
  readonly folderId: string | null;
  readonly documentId: string | null;
}

/** Key of the line's folder and name. Two lines with the same key never run at once. */
export function placeOf({ target, steps, name }: UploadItem): string {
  return JSON.stringify([target.id, ...steps, name]);
}

export function isSameFolder(one: UploadItem, other: UploadItem): boolean {
  return (
    one.target.id === other.target.id &&
    one.steps.length === other.steps.length &&
    one.steps.every((step, index) => step === other.steps[index])
  );
}

export function isRunning({ phase }: UploadItem): boolean {
  return phase === 'checking' || phase === 'sending' || phase === 'finishing';
}

/** True if the line waits until somebody decides, corrects or chooses something. */
export function needsPerson({ phase }: UploadItem): boolean {
  return phase === 'conflict' || phase === 'duplicate' || phase === 'failed' || phase === 'interrupted';
}

/** True if nothing more happens to the line by itself. */
export function isSettled({ phase }: UploadItem): boolean {
  return phase === 'done' || phase === 'skipped';
}

export function isAny(items: Iterable<UploadItem>, is: (item: UploadItem) => boolean): boolean {
  for (const item of items) if (is(item)) return true;
  return false;
}

/** True if the line would be lost or not done if its tab were closed now. */
export function isUnderWay(item: UploadItem): boolean {
  return !isSettled(item) && item.phase !== 'failed' && item.phase !== 'interrupted';
}

/** True for a file that is or becomes a document of its own. */
export function isDescribable({ kind, purpose, phase, existing, decision }: UploadItem): boolean {
  const isReplacing = existing !== null && decision === 'replace';
  return kind === 'file' && purpose === 'document' && phase !== 'skipped' && !isReplacing;
}

const refusals: ReadonlySet<ProblemKind> = new Set(['forbidden', 'gone', 'no-files-here', 'too-large']);

/** True if the server refuses the file, so that waiting does not help. */
export function isRefused({ phase, problem }: UploadItem): boolean {
  return phase === 'failed' && problem !== null && refusals.has(problem.kind);
}

/** Defaults of fields that lines stored by an earlier release lack. */
export const missingFieldDefaults = {
  purpose: 'document',
  slot: null,
  sameDecision: null,
  same: null,
  details: null,
} as const;

export function itemFor(
  found: Found,
  target: UploadTarget,
  id: string,
  purpose: Purpose = 'document',
): UploadItem {
  const { kind, steps } = found;
  const file = kind === 'file' ? found.file : { name: found.name, size: 0, lastModified: 0, type: '' };
  return {
    id,
    ...missingFieldDefaults,
    kind: kind === 'folder' ? 'folder' : 'file',
    purpose,
    target,
    steps,
    name: file.name.normalize('NFC'),
    size: file.size,
    lastModified: file.lastModified,
    mimeType: file.type,
    phase: kind === 'unreadable' ? 'interrupted' : 'waiting',
    sent: 0,
    attempted: false,
    decision: null,
    existing: null,
    problem: kind === 'unreadable' ? { kind: 'unreadable', detail: '' } : null,
    folderId: null,
    documentId: null,
  };
}
