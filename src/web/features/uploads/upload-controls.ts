/** What a person does with uploads: with those of this tab (uploader.ts), and of other tabs too (shared-uploads.ts). */
import type { StoreApi } from 'zustand/vanilla';
import type { Pace } from './pace.ts';
import type { UploadState } from './queue.ts';
import type { Reading } from './read-drop.ts';
import type { Decision, Details, Purpose, SameDecision, UploadTarget } from './upload-item.ts';

export interface UploadControls {
  readonly store: StoreApi<UploadState>;
  /** Takes what is read as it is read. */
  readonly add: (reading: AsyncIterable<Reading>, target: UploadTarget, purpose?: Purpose) => Promise<void>;
  /** Files given again for interrupted lines, wherever these go; answers how many were among them. */
  readonly reopen: (reading: AsyncIterable<Reading>) => Promise<number>;
  readonly pause: (id: string) => void;
  readonly pauseAll: () => void;
  /** In a person's click, since a browser may ask whether the file may be read again. */
  readonly resume: (id: string) => Promise<void>;
  /** Goes on with all that is paused; failed ones only when asked to. */
  readonly resumeAll: () => Promise<void>;
  readonly retryFailed: () => void;
  readonly cancel: (ids: readonly string[]) => void;
  readonly decide: (ids: readonly string[], decision: Decision) => void;
  /** For every taken name, also those that lines of now meet later. */
  readonly decideAll: (decision: Decision) => void;
  /** For files that are filed elsewhere already. */
  readonly decideSame: (ids: readonly string[], decision: SameDecision) => void;
  /** Also for those that lines of now are found to be later. */
  readonly decideAllSame: (decision: SameDecision) => void;
  /** Begins as many lines of a drop that is too large as there is room for. */
  readonly startWhatFits: () => void;
  readonly cancelShortage: () => void;
  /** While this is so, bytes travel and nothing becomes a document. */
  readonly setDescribing: (describing: boolean) => void;
  /** What lines are to become; those that are documents already are changed. Rejects with what the server refused. */
  readonly describe: (ids: readonly string[], details: Details) => Promise<void>;
  /** Takes finished lines off the list. */
  readonly clear: () => void;
  readonly pace: () => Pace;
}

/** The tab that was to do it has been closed. */
export class OtherTabGone extends Error {
  constructor() {
    super('The tab that sends these files was closed');
    this.name = 'OtherTabGone';
  }
}
