/**
 * Chooses a font for each character, and splits text accordingly.
 * Invariant: the font of a character and style never changes within a document; a font file is read when it is needed.
 */

import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { baseFonts, type FontFile, type FontStyle, fontsForCharacter } from './font-files.ts';

export interface Run {
  readonly text: string;
  readonly font: FontFile;
}

const opened = new Map<string, Font | undefined>();
const chosen = new Map<string, FontFile>();

/** Splits the text into pieces that each need only one font. */
export function splitByFont(text: string, style: FontStyle): readonly Run[] {
  const runs: { text: string; font: FontFile }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const isJoiner = /\p{M}|\p{Join_Control}/u.test(character);
    const font = isJoiner && last !== undefined ? last.font : fontFor(character, style);
    if (last !== undefined && last.font.path === font.path) last.text += character;
    else runs.push({ text: character, font });
  }
  return runs;
}

function fontFor(character: string, style: FontStyle): FontFile {
  const key = `${style}${character}`;
  const known = chosen.get(key);
  if (known !== undefined) return known;
  const base = baseFonts(style);
  const font =
    base.find((file) => draws(file, character)) ??
    fontsForCharacter(character).find((file) => draws(file, character)) ??
    base.find((file) => openFont(file) !== undefined);
  if (font === undefined) throw new Error('There is no font on this machine');
  chosen.set(key, font);
  return font;
}

function draws(file: FontFile, character: string): boolean {
  return openFont(file)?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ?? false;
}

function openFont({ path, postscriptName }: FontFile): Font | undefined {
  if (!opened.has(path)) opened.set(path, readFont(path, postscriptName));
  return opened.get(path);
}

function readFont(path: string, postscriptName: string): Font | undefined {
  try {
    const font = create(readFileSync(path), postscriptName === '' ? undefined : postscriptName);
    return 'fonts' in font ? undefined : font;
  } catch {
    return undefined;
  }
}
