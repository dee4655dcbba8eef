// A name in so many signs: its start, dots, its end. Pure.
import { cutName } from './cut-name.ts';

let segmenter: Intl.Segmenter | undefined;

/** At least one sign of the start, and the end that names are told apart by, stay whatever the room. */
export function shortenedName(name: string, room: number): string {
  if (name.length <= room) return name;
  const { start, end, extension } = cutName(name);
  const tail = `${end}${extension}`;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const signs = Array.from(segmenter.segment(start), ({ segment }) => segment);
  const head = signs.slice(0, Math.max(1, room - tail.length - 1)).join('');
  return head.length < start.length ? `${head.trimEnd()}…${tail}` : name;
}
