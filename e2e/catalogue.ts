/** The app's texts as its files have them, for tests that must know what stands on screen in a language. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../src/web/', import.meta.url));

type Texts = ReadonlyMap<string, string>;

function flat(texts: unknown, prefix: string): (readonly [string, string])[] {
  if (typeof texts === 'string') return [[prefix, texts]];
  return Object.entries(texts ?? {}).flatMap(([name, value]) => flat(value, `${prefix}.${name}`));
}

/** By `namespace.name`. */
export function textsIn(language: string): Texts {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith(`/locales/${language}.json`));
  return new Map(
    files.flatMap((file) => flat(JSON.parse(readFileSync(web + file, 'utf8')), file.split('/').at(-3) ?? '')),
  );
}

/** What must not stand on a page of this language. */
export interface Foreign {
  /** English texts that are others in this language. */
  readonly texts: readonly string[];
  /** The same with values in them, as regular expressions. */
  readonly patterns: readonly string[];
  /** Names of texts, which show where a text is missing. */
  readonly names: readonly string[];
}

export function foreignTo(language: string): Foreign {
  const own = textsIn(language);
  const texts = new Set(own.values());
  const foreign = [...textsIn('en').values()].filter((text) => text !== '' && !texts.has(text));
  const names = [...own.keys()].map((name) => name.replace(/^\w+\./, ''));
  return {
    texts: foreign.filter((text) => !text.includes('{{')),
    patterns: foreign.filter(hasWords).map(patternOf),
    // A name of one small word may be a word of the language too.
    names: names.filter((name) => /[.A-Z]/.test(name) && !texts.has(name)),
  };
}

/** With values, and enough words beside them to tell it by. */
function hasWords(text: string): boolean {
  return text.includes('{{') && /[a-z]{4}/i.test(text.replace(/\{\{\w+\}\}/g, ''));
}

function patternOf(text: string): string {
  const escaped = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^${escaped.join('.+')}$`;
}
