/** Parses the palette's text: words, after an optional first character that limits the search to one kind of item. Pure. */

export type PaletteScope = 'all' | 'commands' | 'people' | 'tags';

export interface PaletteQuery {
  readonly scope: PaletteScope;
  readonly text: string;
}

const signs: Readonly<Record<string, PaletteScope>> = { '>': 'commands', '@': 'people', '#': 'tags' };

export function readPalette(typed: string): PaletteQuery {
  const scope = signs[typed.trimStart().charAt(0)];
  return scope === undefined
    ? { scope: 'all', text: typed.trim() }
    : { scope, text: typed.trimStart().slice(1).trim() };
}

/** Finds words that begin with the typed ones; operators of the full-text language are taken as plain text. */
export function prefixSearch(text: string): string {
  const words = text
    .replaceAll(/["*~()\\-]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const last = words.pop();
  return last === undefined ? '' : [...words, `${last}*`].join(' ');
}

/** LIKE patterns that find each word anywhere in a name, so that parts of two words are enough. */
export function titleSearch(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 6)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** 0 if the name begins with the text, 1 if one of its words does, 2 if it only contains it. */
export function titleRank(title: string, text: string): number {
  const plain = folded(title);
  const wanted = folded(text);
  if (plain.startsWith(wanted)) return 0;
  const [first = ''] = wanted.split(/\s+/);
  return plain.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first)) ? 1 : 2;
}

export function matchesQuery(label: string, text: string): boolean {
  const plain = folded(label);
  return folded(text)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
