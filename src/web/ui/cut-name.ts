// Divides a name into a start that may be cut, an end that must stay, and the extension. Pure.
// Invariant: the three parts joined are the name, and no grapheme (accented or joined sign) is split.

export interface NameParts {
  readonly start: string;
  readonly end: string;
  readonly extension: string;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** `kept`: how many graphemes before the extension always stay. */
export function cutName(name: string, kept = 8): NameParts {
  const match = /^(.+)(\.[\p{L}\p{N}]{1,8})$/u.exec(name);
  const stem = match?.[1] ?? name;
  const extension = match?.[2] ?? '';
  const signs = Array.from(segmenter.segment(stem), ({ segment }) => segment);
  if (signs.length <= kept * 2) return { start: stem, end: '', extension };
  return { start: signs.slice(0, -kept).join(''), end: signs.slice(-kept).join(''), extension };
}
