/**
 * One line of the queue: a file on its way, or a folder that holds nothing else. Plain values only, so that a line
 * can be kept in IndexedDB as it is; the file itself is kept beside it.
 */
import type { JsonObject } from '#wire/json.ts';
import type { Found } from './file-source.ts';
import type { Slot } from './upload-server.ts';

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
  /** Its bytes are filed elsewhere already, and the person decides. */
  | 'duplicate'
  /** The bytes are there; the document waits until the person has written what it is. */
  | 'described'
  | 'failed'
  /** The file cannot be reached any more: the person has to choose it again. */
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
  /** The server would not look whether it is here already. */
  | 'no-look'
  | 'refused';

export interface Problem {
  readonly kind: ProblemKind;
  /** The server's own words. */
  readonly detail: string;
}

/** What to do when the name is taken. Who keeps both gets the next free name: "Lease (2).pdf". */
export const decisions = ['replace', 'keep-both', 'skip'] as const;
export type Decision = (typeof decisions)[number];

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

/** What to do when its bytes are filed already. A link shows the document in this folder, too. */
export const sameDecisions = ['link', 'version', 'keep-both', 'skip'] as const;
export type SameDecision = (typeof sameDecisions)[number];

/** A document that holds the very same bytes. */
export interface SameFile {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly mayReplace: boolean;
}

/** What the person wrote while the bytes travelled. */
export interface Details {
  /** Null: as the file's kind has it. */
  readonly type: string | null;
  readonly properties: JsonObject;
}

/** What a line becomes: a document of its own, or the file or an attachment of one that is there. */
export const purposes = ['document', 'version', 'attachment'] as const;
export type Purpose = (typeof purposes)[number];

export interface UploadTarget {
  readonly id: string;
  readonly title: string;
}

export interface UploadItem {
  readonly id: string;
  readonly kind: 'file' | 'folder';
  readonly purpose: Purpose;
  /** The folder it goes into; the document itself for a version or an attachment. */
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
  readonly slot: Slot | null;
  /** The document was asked for, and the answer may have been lost: it is looked for before it is asked for again. */
  readonly attempted: boolean;
  readonly decision: Decision | null;
  /** What has the name; null until that is known. */
  readonly existing: Existing | null;
  readonly sameDecision: SameDecision | null;
  /** Where its bytes are filed already. */
  readonly same: SameFile | null;
  readonly details: Details | null;
  readonly problem: Problem | null;
  /** Set when done: the folder it is in, and the document. */
  readonly folderId: string | null;
  readonly documentId: string | null;
}

/** Two lines that would get the same name in the same folder never run at once. */
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

/** Stands still until somebody decides, mends or chooses. */
export function needsPerson({ phase }: UploadItem): boolean {
  return phase === 'conflict' || phase === 'duplicate' || phase === 'failed' || phase === 'interrupted';
}

/** Nothing more will happen to it unless it is asked for. */
export function isSettled({ phase }: UploadItem): boolean {
  return phase === 'done' || phase === 'skipped';
}

export function isAny(items: Iterable<UploadItem>, is: (item: UploadItem) => boolean): boolean {
  for (const item of items) if (is(item)) return true;
  return false;
}

/** Would be lost, or stay undone, if its tab were closed now. */
export function isUnderWay(item: UploadItem): boolean {
  return !isSettled(item) && item.phase !== 'failed' && item.phase !== 'interrupted';
}

/** A file that is a document of its own, or will be. */
export function isDescribable({ kind, purpose, phase, existing, decision }: UploadItem): boolean {
  const isReplacing = existing !== null && decision === 'replace';
  return kind === 'file' && purpose === 'document' && phase !== 'skipped' && !isReplacing;
}

const refusals: ReadonlySet<ProblemKind> = new Set(['forbidden', 'gone', 'no-files-here', 'too-large']);

/** The server will not have it: waiting mends nothing. */
export function isRefused({ phase, problem }: UploadItem): boolean {
  return phase === 'failed' && problem !== null && refusals.has(problem.kind);
}

/** Fields that lines stored by an earlier release lack. */
export const unsaid = {
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
    ...unsaid,
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
