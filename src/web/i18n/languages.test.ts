import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseLanguage, writingDirection } from './languages.ts';

it('takes the earlier choice, then the browser’s, then English', () => {
  assert.equal(chooseLanguage('fr', ['en-GB']), 'fr');
  assert.equal(chooseLanguage('xx', ['pt-BR', 'fr-CA', 'en']), 'fr');
  assert.equal(chooseLanguage(null, ['ko', 'ja-JP', 'en']), 'ja');
  assert.equal(chooseLanguage(null, ['ko']), 'en');
});

it('knows which languages are written from the right', () => {
  assert.equal(writingDirection('ar-EG'), 'rtl');
  assert.equal(writingDirection('fr'), 'ltr');
});
