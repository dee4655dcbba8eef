/** The compiled language files, used by the same library as in the browser. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setupI18n } from '@lingui/core';
import { compileTexts } from '../../../scripts/compiled-texts.mjs';

function speaker(language: string, texts: unknown) {
  const lingui = setupI18n({ locale: language, messages: { [language]: compileTexts(texts, language) } });
  return (name: string, values: Readonly<Record<string, unknown>>) => lingui._(name, values);
}

it('flattens names, and takes apostrophes, braces and number signs as they are', () => {
  const say = speaker('fr', { folder: { made: "L'{dossier} #{{number}}" } });
  assert.equal(say('folder.made', { number: 3 }), "L'{dossier} #3");
});

it('chooses the form that the language has for a number', () => {
  const forms = { zero: '0', one: '1', two: '2', few: '3+', many: '11+', other: '100' };
  const texts = Object.fromEntries(Object.entries(forms).map(([form, text]) => [`days_${form}`, text]));
  const say = speaker('ar', texts);
  const sentences = [0, 1, 2, 7, 11, 100].map((count) => say('days', { count }));
  assert.deepEqual(sentences, ['0', '1', '2', '3+', '11+', '100']);
});

it('writes the number of a plural as the language does', () => {
  const texts = { files_one: '{{count}} file #', files_other: '{{count}} files #' };
  assert.equal(speaker('en', texts)('files', { count: 2000 }), '2,000 files #');
  assert.equal(speaker('de', texts)('files', { count: 2000 }), '2.000 files #');
  assert.equal(speaker('en', texts)('files', { count: 1 }), '1 file #');
});

it('names the one thing in a language without a form for one', () => {
  const say = speaker('ja', { move_one: '{{name}}を移動', move_other: '{{number}}件を移動' });
  assert.equal(say('move', { count: 1, number: '1', name: '契約' }), '契約を移動');
  assert.equal(say('move', { count: 21, number: '21', name: '契約' }), '21件を移動');
});

it('takes a word that ends like a plural form for a word', () => {
  assert.equal(speaker('en', { see_one: 'See one' })('see_one', {}), 'See one');
});

it('isolates names in a text that is read from the right, and no numbers', () => {
  const say = speaker('ar', { moved: 'نقل {{name}}', days_one: 'يوم', days_other: '{{count}} يوم' });
  assert.equal(say('moved', { name: 'Lease (2).pdf' }), 'نقل \u2068Lease (2).pdf\u2069');
  assert.equal(say('days', { count: 200 }), '200 يوم');
});
