/** How fast bytes leave, over the last seconds. Pure but for its samples; the clock is an argument. */
import type { Sending, UploadServer } from './upload-server.ts';

const windowMs = 8_000;
/** Sooner than this, a number would be a guess. */
const settledMs = 2_000;

export interface SpeedMeter {
  readonly add: (bytes: number, now: number) => void;
  /** Bytes per second; 0 while it cannot be told, and when nothing left for a while. */
  readonly at: (now: number) => number;
}

export function createSpeedMeter(): SpeedMeter {
  let samples: { readonly at: number; readonly bytes: number }[] = [];
  const recent = (now: number) => {
    samples = samples.filter(({ at }) => now - at <= windowMs);
    return samples;
  };
  return {
    add: (bytes, now) => {
      recent(now).push({ at: now, bytes });
    },
    at: (now) => {
      // The first one's bytes left before the time that is measured.
      const [first, ...rest] = recent(now);
      if (first === undefined || now - first.at < settledMs) return 0;
      return (rest.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / (now - first.at);
    },
  };
}

/** The same server; what leaves for it is told as it leaves. */
export function metered(server: UploadServer, onMoved: (bytes: number) => void): UploadServer {
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
