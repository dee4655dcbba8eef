/**
 * One line of the queue: a file on its way, or a folder that holds nothing else. Plain values only, so that a line
 * can be kept in IndexedDB as it is; the file itself is kept beside it.
 */
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
  | 'refused';

export interface Problem {
  readonly kind: ProblemKind;
  /** The server's own words. */
  readonly detail: string;
}

/** What to do when the name is taken. Who keeps both gets the next free name: "Lease (2).pdf". */
export type Decision = 'replace' | 'keep-both' | 'skip';

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
  readonly slot: Slot | null;
  /** The document was asked for, and the answer may have been lost: it is looked for before it is asked for again. */
  readonly attempted: boolean;
  readonly decision: Decision | null;
  /** What has the name; null until that is known. */
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
  return phase === 'conflict' || phase === 'failed' || phase === 'interrupted';
}

/** Nothing more will happen to it unless it is asked for. */
export function isSettled({ phase }: UploadItem): boolean {
  return phase === 'done' || phase === 'skipped';
}

const refusals: ReadonlySet<ProblemKind> = new Set(['forbidden', 'gone', 'no-files-here', 'too-large']);

/** The server will not have it: waiting mends nothing. */
export function isRefused({ phase, problem }: UploadItem): boolean {
  return phase === 'failed' && problem !== null && refusals.has(problem.kind);
}

export function itemFor(found: Found, target: UploadTarget, id: string): UploadItem {
  const { kind, steps } = found;
  const file = kind === 'file' ? found.file : { name: found.name, size: 0, lastModified: 0, type: '' };
  return {
    id,
    kind: kind === 'folder' ? 'folder' : 'file',
    target,
    steps,
    name: file.name.normalize('NFC'),
    size: file.size,
    lastModified: file.lastModified,
    mimeType: file.type,
    phase: kind === 'unreadable' ? 'interrupted' : 'waiting',
    sent: 0,
    slot: null,
    attempted: false,
    decision: null,
    existing: null,
    problem: kind === 'unreadable' ? { kind: 'unreadable', detail: '' } : null,
    folderId: null,
    documentId: null,
  };
}
