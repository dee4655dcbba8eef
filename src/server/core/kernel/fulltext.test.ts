import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldCase, foldLongText, foldText, isLoneCharacter, writtenWords } from './fulltext.ts';

const cases: Readonly<Record<string, string>> = {
  'Élan Vital': 'elan vital',
  'Straße STRASSE': 'strasse strasse',
  'ﬁne ①': 'fine 1',
  'İstanbul ΣΊΣΥΦΟΣ': 'istanbul σισυφοσ',
  "don't e-mail foo_bar x2": 'don t e mail foo bar x2',
  東京都庁: '東京 京都 都庁',
  abc東京def: 'abc 東京 def',
  '東 ｶﾞ': '東 カ',
  สวัสดี: 'สว วส สด',
  한국어: '한국어'.normalize('NFKD'),
  ' ,.! ': '',
};

for (const [text, expected] of Object.entries(cases)) {
  test(`folds ${text}`, () => assert.equal(foldText(text).join(' '), expected));
}

test('a composed and a decomposed text fold alike', () => {
  assert.deepEqual(foldText('café'.normalize('NFD')), foldText('café'.normalize('NFC')));
});

test('a long text folds as a whole, and others are served meanwhile', async () => {
  const text = 'Élan, vital 東京都庁 – '.repeat(10_000);
  let served = false;
  setImmediate(() => {
    served = true;
  });
  assert.equal(await foldLongText(text), foldText(text).join(' '));
  assert.ok(served);
});

test('a long text without spaces is folded in pieces too', async () => {
  for (const text of [
    'Zeile,\nvital\n'.repeat(20_000),
    '都庁、'.repeat(40_000),
    `a${'x'.repeat(200_000)}b`,
  ]) {
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const folded = await foldLongText(text);
    clearImmediate(next);
    assert.ok(turns > 0);
    if (!text.startsWith('a')) assert.equal(folded, foldText(text).join(' '));
  }
});

test('letters of English fold alone as they do beside others', async () => {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const texts = [...characters.map((one) => `x${one}Y2${one}`), characters.join(''), 'A'.repeat(300), ''];
  for (const text of texts) {
    assert.deepEqual(foldText(text), foldText(`${text} é`).slice(0, -1), JSON.stringify(text));
    assert.equal(await foldLongText(text), foldText(text).join(' '), JSON.stringify(text));
  }
});

test('words are bounded and well formed', () => {
  for (const word of foldText(`${'a'.repeat(99)}${'𝒜'.repeat(9)} ${'x'.repeat(9999)}`)) {
    assert.ok(word.length <= 100 && word.isWellFormed());
  }
});

test('knows a lone character of a script without spaces', () => {
  assert.equal(isLoneCharacter('東'), true);
  assert.equal(isLoneCharacter('東京'), false);
  assert.equal(isLoneCharacter('a'), false);
});

test('words as written are those of the index, in their places', () => {
  for (const text of ['Élan ÉLAN'.normalize('NFD'), 'abc東京都def ー', 'สวัสดี ガギ x2']) {
    const written = [...writtenWords(text)];
    assert.deepEqual(
      written.map(({ word }) => foldCase(word)),
      foldText(text),
    );
    for (const { index, word } of written) assert.ok(text.startsWith(word, index));
  }
});
