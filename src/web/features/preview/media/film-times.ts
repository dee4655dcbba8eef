// Chooses the times of a film's scenes. Pure.

const mostScenes = 12;

/** The middle of equal parts, since many films begin and end in black; empty for a stream of unknown length. */
export function sceneTimes(duration: number): readonly number[] {
  if (!Number.isFinite(duration) || duration <= 0) return [];
  const count = Math.min(mostScenes, Math.max(2, Math.round(duration / 5)));
  return Array.from({ length: count }, (_, index) => ((index + 0.5) * duration) / count);
}
