/** What is typed into the palette: words, or a sign that narrows to one kind of thing. Pure. */

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

/** Finds words that begin as typed; signs of the full-text language are taken as plain text. */
export function prefixSearch(text: string): string {
  const words = text
    .replaceAll(/["*~()\\-]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const last = words.pop();
  return last === undefined ? '' : [...words, `${last}*`].join(' ');
}

export function fits(label: string, text: string): boolean {
  const plain = folded(label);
  return folded(text)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
