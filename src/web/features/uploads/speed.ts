/** How fast bytes leave, over the last seconds. Pure but for its samples; the clock is an argument. */

const windowMs = 8_000;

export interface SpeedMeter {
  readonly add: (bytes: number, now: number) => void;
  /** Bytes per second; 0 when nothing left for a while. */
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
      const [first, ...rest] = recent(now);
      if (first === undefined) return 0;
      const bytes = rest.reduce((sum, sample) => sum + sample.bytes, first.bytes);
      return (bytes * 1000) / Math.max(1000, now - first.at);
    },
  };
}
