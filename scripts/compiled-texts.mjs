// Vite plugin: the app's texts, compiled when it is built. The files keep the JSON that translators' tools know (nested
// names, {{value}}, name_one / name_many / name_other); what is shipped is Lingui's compiled form, so that no parser is.
import { basename } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const pluralForm = /^(.*)_(zero|one|two|few|many|other)$/;

export function compiledTexts() {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    transform(source, id) {
      const [path = ''] = id.split('?');
      if (!/\/locales\/[\w-]+\.json$/.test(path)) return null;
      const texts = compileTexts(JSON.parse(source), basename(path, '.json'));
      return { code: JSON.stringify(texts), map: null };
    },
  };
}

/** Flat names with compiled messages. */
export function compileTexts(nested, language) {
  const texts = new Map(flat(nested, ''));
  const plain = new Map();
  const plurals = new Map();
  for (const [name, text] of texts) {
    const [, stem, form] = pluralForm.exec(name) ?? [];
    // Only a name that has its `_other` is a plural: `see_one` alone may be a word.
    if (stem !== undefined && texts.has(`${stem}_other`))
      plurals.set(stem, [...(plurals.get(stem) ?? []), `${form} {${icu(text)}}`]);
    else plain.set(name, icu(text));
  }
  for (const [name, forms] of plurals) plain.set(name, `{count, plural, ${forms.join(' ')}}`);
  return Object.fromEntries(
    [...plain].map(([name, text]) => [name, compileMessage(text, (value) => value, language)]),
  );
}

function flat(texts, prefix) {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${prefix}${name}`, value]] : flat(value, `${prefix}${name}.`),
  );
}

/** Apostrophes, braces and number signs of the text are no ICU syntax. */
function icu(text) {
  return text
    .split(/(\{\{\s*\w+\s*\}\})/)
    .map((part, index) =>
      index % 2 === 1
        ? `{${part.slice(2, -2).trim()}}`
        : part.replaceAll("'", "''").replace(/[{}#]/g, "'$&'"),
    )
    .join('');
}
