// Vite plugin: the app's texts, compiled when it is built. The files keep the JSON that translators' tools know (nested
// names, {{value}}, name_one / name_many / name_other); what is shipped is Lingui's compiled form, so that no parser is.
// `virtual:texts/fr/first` is a module with all French texts of the first view, by `namespace:name`.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const web = fileURLToPath(new URL('../src/web/', import.meta.url));
const pluralForm = /^(.*)_(zero|one|two|few|many|other)$/;
const moduleName = /^\0?virtual:texts\/(\w+)\/(\w+)$/;

/** A language is three files: the first view's texts, the sign-in page's, and those of all other pages. */
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

/** What the file of a `virtual:texts` module is called. */
export function textsName(id) {
  const [, language, part] = moduleName.exec(id) ?? [];
  return part === 'first' ? language : `${language}-${part}`;
}

/** Flat names with compiled messages. */
export function compileTexts(nested, language) {
  const texts = new Map(flat(nested, ''));
  const plain = new Map();
  const plurals = new Map();
  for (const [name, text] of texts) {
    const [, stem, form] = pluralForm.exec(name) ?? [];
    // Only a name that has its `_other` is a plural: `see_one` alone may be a word.
    const other = texts.get(`${stem}_other`);
    if (stem === undefined || other === undefined) plain.set(name, icu(text, language));
    // A form that reads like the one for all other numbers need not travel: that one stands in for it.
    else if (form === 'other' || text !== other)
      plurals.set(stem, [
        ...(plurals.get(stem) ?? []),
        `${chosenBy(form, language)} {${icu(text, language, /[{}#]/g)}}`,
      ]);
  }
  for (const [name, forms] of plurals) plain.set(name, `{count, plural, ${forms.join(' ')}}`);
  return Object.fromEntries(
    [...plain].map(([name, text]) => [name, compileMessage(text, (value) => value, language)]),
  );
}

/** A language that has no form for one (Japanese) may still name the one thing: "Move Lease" beside "Move 3 documents". */
function chosenBy(form, language) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return form === 'one' && !forms.includes(form) ? '=1' : form;
}

/** Values in a text that is read from the right keep their own direction, whatever stands beside them. Numbers have none. */
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

/** Apostrophes and braces of the text are no ICU syntax; nor are number signs, which are one only in a plural. */
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
