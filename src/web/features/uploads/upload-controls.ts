/** The actions a person can take on uploads: of this tab (uploader.ts), or of all tabs (shared-uploads.ts). */
import type { StoreApi } from 'zustand/vanilla';
import type { Pace } from './pace.ts';
import type { UploadState } from './queue.ts';
import type { Reading } from './read-drop.ts';
import type { Decision, Details, Purpose, SameDecision, UploadTarget } from './upload-item.ts';

export interface UploadControls {
  readonly store: StoreApi<UploadState>;
  /** Adds files while they are being read. */
  readonly add: (reading: AsyncIterable<Reading>, target: UploadTarget, purpose?: Purpose) => Promise<void>;
  /** Adds files that were chosen again for interrupted lines, in whatever folder; resolves to the number that matched. */
  readonly reopen: (reading: AsyncIterable<Reading>) => Promise<number>;
  readonly pause: (id: string) => void;
  readonly pauseAll: () => void;
  /** Call within a click, since the browser may ask for permission to read the file again. */
  readonly resume: (id: string) => Promise<void>;
  /** Resumes all paused lines; failed ones only by `retryFailed`. */
  readonly resumeAll: () => Promise<void>;
  readonly retryFailed: () => void;
  readonly cancel: (ids: readonly string[]) => void;
  readonly decide: (ids: readonly string[], decision: Decision) => void;
  /** For all lines with a taken name, also those found later among the current lines. */
  readonly decideAll: (decision: Decision) => void;
  /** For files whose bytes are in another document. */
  readonly decideSame: (ids: readonly string[], decision: SameDecision) => void;
  /** For all such lines, also those found later among the current lines. */
  readonly decideAllSame: (decision: SameDecision) => void;
  /** Starts as many lines of a too large drop as fit. */
  readonly startWhatFits: () => void;
  readonly cancelShortage: () => void;
  /** While true, bytes are sent but no document is created. */
  readonly setDescribing: (describing: boolean) => void;
  /** Sets the lines' details; documents that exist already are changed. Rejects with the server's error. */
  readonly describe: (ids: readonly string[], details: Details) => Promise<void>;
  /** Removes settled lines from the list. */
  readonly clear: () => void;
  readonly pace: () => Pace;
}

/** The tab that should have done it was closed. */
export class OtherTabGone extends Error {
  constructor() {
    super('The tab that sends these files was closed');
    this.name = 'OtherTabGone';
  }
}
