/** Measures the speed of uploads and estimates the remaining time. Pure but for its samples; the clock is an argument. */
import type { Summary } from './summary.ts';
import type { Sending, UploadServer } from './upload-server.ts';

const windowMs = 15_000;
/** Before this time an estimate would be a guess. */
const settledMs = 2_000;
/** The requests of one file take about as long as sending this many bytes, so a thousand empty files take time, too. */
const bytesPerFile = 1_000_000;
/** On a slow connection they take less, about this long. */
const secondsPerFile = 0.5;

export interface Pace {
  /** Bytes per second; 0 while it is unknown, and when nothing was sent for a while. */
  readonly speed: number;
  readonly secondsLeft: number;
}

export interface PaceMeter {
  readonly moved: (bytes: number, now: number) => void;
  readonly filed: (now: number) => void;
  readonly at: (now: number, { left, filesLeft }: Pick<Summary, 'left' | 'filesLeft'>) => Pace;
}

export function createPaceMeter(): PaceMeter {
  let samples: { readonly at: number; readonly bytes: number; readonly files: number }[] = [];
  const recent = (now: number) => {
    const first = samples.findIndex(({ at }) => now - at <= windowMs);
    if (first !== 0) samples = first < 0 ? [] : samples.slice(first);
    return samples;
  };
  return {
    moved: (bytes, now) => {
      recent(now).push({ at: now, bytes, files: 0 });
    },
    filed: (now) => {
      recent(now).push({ at: now, bytes: 0, files: 1 });
    },
    at: (now, { left, filesLeft }) => {
      // The bytes of the first sample were sent before the measured time begins.
      const all = recent(now);
      const [first] = all;
      const rest = all.filter(({ at }) => first !== undefined && at > first.at);
      const seconds = first === undefined ? 0 : (now - first.at) / 1000;
      if (seconds * 1000 < settledMs) return { speed: 0, secondsLeft: 0 };
      const bytes = rest.reduce((sum, sample) => sum + sample.bytes, 0);
      const files = rest.reduce((sum, sample) => sum + sample.files, 0);
      const speed = bytes / seconds;
      // While no file is finished, bytes alone say how fast the connection is.
      const perFile = files > 0 ? bytesPerFile : Math.min(bytesPerFile, speed * secondsPerFile);
      const work = (bytes + files * perFile) / seconds;
      return { speed, secondsLeft: work === 0 ? 0 : (left + filesLeft * perFile) / work };
    },
  };
}

/** The same server; each part that is sent is reported to `onMoved`. */
export function withPaceMeter(server: UploadServer, onMoved: (bytes: number) => void): UploadServer {
  const watched = <S extends Sending>(sending: S): S => {
    let before = 0;
    const onProgress = (bytes: number): void => {
      if (bytes > before) onMoved(bytes - before);
      before = bytes;
      sending.onProgress(bytes);
    };
    return { ...sending, onProgress };
  };
  return {
    ...server,
    sendWhole: (sending) => server.sendWhole(watched(sending)),
    sendChunk: (chunk) => server.sendChunk(watched(chunk)),
  };
}
