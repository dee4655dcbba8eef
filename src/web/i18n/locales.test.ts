/** Every language has every text of the English files, with the same values and marks, and its own plural forms. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type AppLanguage, languages } from './languages.ts';

const web = fileURLToPath(new URL('..', import.meta.url));

const english = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith(join('locales', 'en.json')))
  .map((file) => join(web, file));

function flat(texts: unknown, prefix = ''): (readonly [name: string, text: string])[] {
  if (typeof texts === 'string') return [[prefix.slice(0, -1), texts]];
  assert.ok(typeof texts === 'object' && texts !== null, prefix);
  return Object.entries(texts).flatMap(([name, value]) => flat(value, `${prefix}${name}.`));
}

function textsIn(file: string): ReadonlyMap<string, string> {
  return new Map(flat(JSON.parse(readFileSync(file, 'utf8'))));
}

const pluralForm = /_(zero|one|two|few|many|other)$/;

/** The names of a file's texts, plurals by their stem, and the forms of each plural. */
function namesIn(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const name of texts.keys()) {
    const stem = name.replace(pluralForm, '');
    const plural = texts.has(`${stem}_other`);
    const form = pluralForm.exec(name)?.[1];
    const key = plural ? stem : name;
    names.set(key, [...(names.get(key) ?? []), ...(plural && form !== undefined ? [form] : [])]);
  }
  return names;
}

function valuesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].flatMap(([, name]) => name ?? []).toSorted();
}

/** The quotation marks of each language; another language's must not occur. */
const quotes: Readonly<Record<AppLanguage, string>> = {
  en: '“”',
  fr: '«»',
  de: '„“',
  es: '«»',
  ja: '「」',
  ar: '«»',
};

function misplacedMarks(text: string, language: AppLanguage): string {
  const [open = '', close = ''] = quotes[language];
  const marks = text.match(/[“”„«»「」]/g) ?? [];
  const paired = marks.every((mark, index) => mark === (index % 2 === 0 ? open : close));
  return paired && marks.length % 2 === 0 ? '' : text;
}

it('finds the texts of the rooms and features', () => {
  assert.ok(english.length > 10);
});

for (const language of languages) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  describe(language, () => {
    for (const file of english) {
      const texts = textsIn(file);
      const room = basename(dirname(dirname(file)));
      const translated = textsIn(join(dirname(file), `${language}.json`));
      it(`has every text of ${room}`, () => {
        assert.deepEqual([...namesIn(translated).keys()].toSorted(), [...namesIn(texts).keys()].toSorted());
      });
      it(`has the values in the texts of ${room}`, () => {
        for (const [name, text] of translated) {
          const form = pluralForm.exec(name)?.[1];
          const stem = name.replace(pluralForm, '');
          const plural = form !== undefined && texts.has(`${stem}_other`);
          const source = texts.get(plural ? `${stem}_${form === 'one' ? 'one' : 'other'}` : name) ?? '';
          // A form for a few may say the number as a word ("both"), but must not use other values.
          if (!plural || form === 'other') assert.deepEqual(valuesIn(text), valuesIn(source), name);
          else for (const value of valuesIn(text)) assert.ok(givenIn(texts, stem).includes(value), name);
        }
      });
      it(`has the plural forms of the language in ${room}`, () => {
        for (const [name, found] of namesIn(translated)) {
          // A language without a form for "one" may still have a text for it (compiled-texts.mjs).
          const missing = forms.filter((form) => !found.includes(form));
          const other = found.filter((form) => form !== 'one' && !forms.some((one) => one === form));
          if (found.length > 0) assert.deepEqual([missing, other], [[], []], name);
        }
      });
      it(`has the marks of the language in ${room}`, () => {
        for (const [name, text] of translated) assert.equal(misplacedMarks(text, language), '', name);
      });
    }
  });
}

it('calls a workflow on the page of a document and among the tasks the same', () => {
  for (const language of languages) {
    const textsOf = (feature: string) =>
      textsIn(join(web, 'features', feature, 'locales', `${language}.json`));
    const [document, tasks] = [textsOf('document'), textsOf('tasks')];
    for (const model of ['SerialDocumentReview', 'ParallelDocumentReview'])
      assert.equal(tasks.get(`model.${model}`), document.get(`workflow.model.${model}`), language);
  }
});

it('lets no line of French begin with a mark that has a space before it', () => {
  for (const file of english)
    for (const [name, text] of textsIn(join(dirname(file), 'fr.json')))
      assert.doesNotMatch(text, / [:;!?»]|« /, name);
});

it('sets the dots of German apart from the word before, as it is written', () => {
  for (const file of english)
    for (const [name, text] of textsIn(join(dirname(file), 'de.json')))
      assert.doesNotMatch(text, /[^\s„(]…/, name);
});

/** The values given to a plural, in any of its forms. */
function givenIn(texts: ReadonlyMap<string, string>, stem: string): readonly string[] {
  return ['one', 'other'].flatMap((form) => valuesIn(texts.get(`${stem}_${form}`) ?? ''));
}
