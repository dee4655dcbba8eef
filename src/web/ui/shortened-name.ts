// Shortens a name to a number of graphemes: its start, dots, its end. Pure.
import { cutName } from './cut-name.ts';

let segmenter: Intl.Segmenter | undefined;

/** However small `room` is, it keeps one grapheme of the start, and the end, by which names differ. */
export function shortenedName(name: string, room: number): string {
  if (name.length <= room) return name;
  const { start, end, extension } = cutName(name);
  const tail = `${end}${extension}`;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const graphemes = Array.from(segmenter.segment(start), ({ segment }) => segment);
  const head = graphemes.slice(0, Math.max(1, room - tail.length - 1)).join('');
  return head.length < start.length ? `${head.trimEnd()}…${tail}` : name;
}
