/** Sums up the whole queue in a few numbers. Pure. Skipped lines count as settled and not as sent. */
import { isRunning, type Phase, type UploadItem } from './upload-item.ts';

export interface Summary {
  readonly files: number;
  readonly phases: Readonly<Record<Phase, number>>;
  readonly running: number;
  readonly bytes: number;
  readonly sent: number;
  /** Progress from 0 to 1, by bytes if there are any. */
  readonly share: number;
  /** Bytes still to send that nothing blocks. */
  readonly left: number;
  /** The number of files that they belong to; some may be empty. */
  readonly filesLeft: number;
}

/** All phases with a count of 0. */
export const noPhases: Readonly<Record<Phase, number>> = {
  waiting: 0,
  checking: 0,
  sending: 0,
  finishing: 0,
  done: 0,
  skipped: 0,
  paused: 0,
  conflict: 0,
  duplicate: 0,
  described: 0,
  failed: 0,
  interrupted: 0,
};

export function summarise(items: Iterable<UploadItem>): Summary {
  const phases = { ...noPhases };
  let files = 0;
  let bytes = 0;
  let sent = 0;
  let left = 0;
  let filesLeft = 0;
  for (const item of items) {
    files += 1;
    phases[item.phase] += 1;
    if (item.phase === 'skipped') continue;
    bytes += item.size;
    sent += item.sent;
    if (isRunning(item) || item.phase === 'waiting') {
      left += item.size - item.sent;
      filesLeft += 1;
    }
  }
  const settled = phases.done + phases.skipped;
  // Empty files have no bytes, so their progress is by number.
  const share = files === settled ? 1 : bytes === 0 ? settled / files : sent / bytes;
  const running = phases.checking + phases.sending + phases.finishing;
  return { files, phases, running, bytes, sent, share, left, filesLeft };
}
