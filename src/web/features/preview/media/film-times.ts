// Times of a film: how they are written, and which ones stand for its scenes. Pure.

/** 0:07, 12:30, 1:02:03 */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`;
}

const mostScenes = 12;

/** In the middle of equal parts, since many films begin and end in black; none of a film that has no end. */
export function sceneTimes(duration: number): readonly number[] {
  if (!Number.isFinite(duration) || duration <= 0) return [];
  const count = Math.min(mostScenes, Math.max(2, Math.round(duration / 5)));
  return Array.from({ length: count }, (_, index) => ((index + 0.5) * duration) / count);
}
