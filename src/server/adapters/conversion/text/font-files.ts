/**
 * Finds font files on this machine by their usual names; the package's own fonts are used when there are none.
 * Invariant: there is always at least one font; the search runs once for a process.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface FontFile {
  readonly path: string;
  /** The name of the font in a collection; empty when the file contains only one. */
  readonly postscriptName: string;
}

export type FontStyle = 'regular' | 'bold' | 'italic' | 'mono';

const folders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:\\Windows\\Fonts',
];

const preferred: Readonly<Record<FontStyle, readonly string[]>> = {
  regular: ['NotoSans-Regular.ttf', 'DejaVuSans.ttf', 'LiberationSans-Regular.ttf', 'Arial.ttf', 'arial.ttf'],
  bold: [
    'NotoSans-Bold.ttf',
    'DejaVuSans-Bold.ttf',
    'LiberationSans-Bold.ttf',
    'Arial Bold.ttf',
    'arialbd.ttf',
  ],
  italic: [
    'NotoSans-Italic.ttf',
    'DejaVuSans-Oblique.ttf',
    'LiberationSans-Italic.ttf',
    'Arial Italic.ttf',
    'ariali.ttf',
  ],
  mono: ['NotoSansMono-Regular.ttf', 'DejaVuSansMono.ttf', 'LiberationMono-Regular.ttf', 'consola.ttf'],
};

/** Unicode's names of scripts, which Noto fonts use too, without underscores. */
const scripts =
  'Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Georgian Armenian Ethiopic Mongolian Cherokee Canadian_Aboriginal Syriac Thaana Nko Oriya'.split(
    ' ',
  );
const eastAsian =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303f\uff00-\uffef]/u;
const eastAsianFiles: readonly (readonly [string, string])[] = [
  ['NotoSansCJK-Regular.ttc', 'NotoSansCJKsc-Regular'],
  ['NotoSansSC-Regular.otf', ''],
  ['wqy-zenhei.ttc', 'WenQuanYiZenHei'],
  ['DroidSansFallbackFull.ttf', ''],
  ['msyh.ttc', 'MicrosoftYaHei'],
];
const symbolFiles = [
  'NotoSansSymbols-Regular.ttf',
  'NotoSansSymbols2-Regular.ttf',
  'NotoSansMath-Regular.ttf',
];

let found: ReadonlyMap<string, string> | undefined;

/** Fonts for a style that are tried before those of scripts, best first; never empty. */
export function baseFonts(style: FontStyle): readonly FontFile[] {
  const system = [...preferred[style], ...preferred.regular].flatMap(fileNamed);
  return [...system, packagedFont(style), packagedFont('regular')];
}

/** Fonts for the script of this character. */
export function fontsForCharacter(character: string): readonly FontFile[] {
  if (eastAsian.test(character)) {
    return eastAsianFiles.flatMap(([name, postscriptName]) =>
      fileNamed(name).map(({ path }) => ({ path, postscriptName })),
    );
  }
  const script = scripts.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character));
  if (script === undefined) return symbolFiles.flatMap(fileNamed);
  const name = script.replace('_', '');
  return [`NotoSans${name}-Regular.ttf`, `NotoSerif${name}-Regular.ttf`, 'DejaVuSans.ttf'].flatMap(fileNamed);
}

function fileNamed(name: string): readonly FontFile[] {
  found ??= findFontFiles();
  const path = found.get(name);
  return path === undefined ? [] : [{ path, postscriptName: '' }];
}

function findFontFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const path of listFolder(folder)) files.set(path.slice(path.search(/[^/\\]*$/)), join(folder, path));
  }
  return files;
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

const packaged: Readonly<Record<FontStyle, string>> = {
  regular: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  italic: 'DejaVuSans-Oblique.ttf',
  mono: 'DejaVuSansMono.ttf',
};

function packagedFont(style: FontStyle): FontFile {
  const path = fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${packaged[style]}`));
  return { path, postscriptName: '' };
}
