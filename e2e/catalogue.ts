/** The app's texts from its locale files, for tests that must know which text is on screen in a language. */
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

/** What must not appear on a page of this language. */
export interface Foreign {
  /** English texts that differ in this language. */
  readonly texts: readonly string[];
  /** English texts with values in them, as regular expressions. */
  readonly patterns: readonly string[];
  /** Keys of texts, which appear if a text is missing. */
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
    // A key of one short word may also be a word of the language.
    names: names.filter((name) => /[.A-Z]/.test(name) && !texts.has(name)),
  };
}

/** True if the text has values, and enough words beside them to recognise it. */
function hasWords(text: string): boolean {
  return text.includes('{{') && /[a-z]{4}/i.test(text.replace(/\{\{\w+\}\}/g, ''));
}

function patternOf(text: string): string {
  const escaped = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^${escaped.join('.+')}$`;
}
