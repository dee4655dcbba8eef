/** Every language has every text of the English files, with the same values in it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { languages } from './languages.ts';

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

/** Languages differ in their plural forms: what counts is that there is one. */
function namesIn(texts: ReadonlyMap<string, string>): readonly string[] {
  const stems = [...texts.keys()].map((name) =>
    texts.has(`${name.replace(pluralForm, '')}_other`) ? name.replace(pluralForm, '') : name,
  );
  return [...new Set(stems)].toSorted();
}

function valuesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].flatMap(([, name]) => name ?? []).toSorted();
}

it('finds the texts of the rooms and features', () => {
  assert.ok(english.length > 10);
});

for (const language of languages.filter((one) => one !== 'en')) {
  describe(language, () => {
    for (const file of english) {
      const texts = textsIn(file);
      const room = basename(dirname(dirname(file)));
      it(`has every text of ${room}`, () => {
        const translated = textsIn(join(dirname(file), `${language}.json`));
        assert.deepEqual(namesIn(translated), namesIn(texts));
        for (const [name, text] of texts) {
          const other = translated.get(name);
          // "One" may be said without its number.
          if (other !== undefined && !pluralForm.test(name))
            assert.deepEqual(valuesIn(other), valuesIn(text), name);
        }
      });
    }
  });
}
