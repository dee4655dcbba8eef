// Vite plugin: compiles the app's texts at build time. The files keep the JSON of translation tools (nested keys,
// {{value}}, name_one / name_many / name_other); the app ships Lingui's compiled form, so that it needs no parser.
// `virtual:texts/fr/first` is a module with all French texts of the first view, by `namespace:name`.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const web = fileURLToPath(new URL('../src/web/', import.meta.url));
const pluralForm = /^(.*)_(zero|one|two|few|many|other)$/;
const moduleName = /^\0?virtual:texts\/(\w+)\/(\w+)$/;

/** A language has three files: the texts of the first view, of the sign-in page, and of all other pages. */
function partOf(namespace) {
  if (namespace === 'session') return 'session';
  return ['ui', 'shell', 'documents'].includes(namespace) ? 'first' : 'more';
}

export function compiledTexts() {
  return {
    name: 'compiled-texts',
    resolveId: (id) => (moduleName.test(id) ? `\0${id}` : null),
    load(id) {
      const [, language, part] = moduleName.exec(id) ?? [];
      if (language === undefined) return null;
      const files = readdirSync(web, { recursive: true })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => file.endsWith(`/locales/${language}.json`));
      const texts = {};
      for (const file of files.sort()) {
        const namespace = file.split('/').at(-3);
        if (partOf(namespace) !== part) continue;
        this.addWatchFile(web + file);
        const compiled = compileTexts(JSON.parse(readFileSync(web + file, 'utf8')), language);
        for (const [name, text] of Object.entries(compiled)) texts[`${namespace}:${name}`] = text;
      }
      return `export const texts = ${JSON.stringify(texts)}`;
    },
  };
}

/** The name of the file for a `virtual:texts` module. */
export function textsName(id) {
  const [, language, part] = moduleName.exec(id) ?? [];
  return part === 'first' ? language : `${language}-${part}`;
}

/** Returns flat keys with compiled messages. */
export function compileTexts(nested, language) {
  const texts = new Map(flat(nested, ''));
  const plain = new Map();
  const plurals = new Map();
  for (const [name, text] of texts) {
    const [, stem, form] = pluralForm.exec(name) ?? [];
    // A key is a plural only if its `_other` exists: `see_one` alone is an ordinary key.
    const other = texts.get(`${stem}_other`);
    if (stem === undefined || other === undefined) plain.set(name, icu(text, language));
    // A form with the same text as `_other` is left out, since that is the fallback.
    else if (form === 'other' || text !== other)
      plurals.set(stem, [
        ...(plurals.get(stem) ?? []),
        // "#" is the number as the language writes it: 2,000.
        `${chosenBy(form, language)} {${icu(text, language, /[{}#]/g).replaceAll('{count}', '#')}}`,
      ]);
  }
  for (const [name, forms] of plurals) plain.set(name, `{count, plural, ${forms.join(' ')}}`);
  return Object.fromEntries(
    [...plain].map(([name, text]) => [name, compileMessage(text, (value) => value, language)]),
  );
}

/** In a language without a form for one (Japanese) `_one` means the number 1: "Move Lease" beside "Move 3 documents". */
function chosenBy(form, language) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return form === 'one' && !forms.includes(form) ? '=1' : form;
}

/** In a right-to-left text, values keep their own direction, whatever is beside them. Numbers need no mark. */
function isolated(value, language) {
  return language === 'ar' && !/^\{(count|number|nth|place|done|total)\}$/.test(value)
    ? `\u2068${value}\u2069`
    : value;
}

function flat(texts, prefix) {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${prefix}${name}`, value]] : flat(value, `${prefix}${name}.`),
  );
}

/** Escapes apostrophes and braces, which are ICU syntax, and number signs, which are so only in a plural. */
function icu(text, language, syntax = /[{}]/g) {
  return text
    .split(/(\{\{\s*\w+\s*\}\})/)
    .map((part, index) =>
      index % 2 === 1
        ? isolated(`{${part.slice(2, -2).trim()}}`, language)
        : part.replaceAll("'", "''").replace(syntax, "'$&'"),
    )
    .join('');
}
