import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexWords } from './index-words.ts';

test('different words are bounded, in order and later, where a language has enough of them', async () => {
  const words = Array.from({ length: 60_000 }, (_, index) => `word${index}`);
  const indexed = (await indexWords(`${words.join(' ')} ${words.join(' ')}`)).split(' ');
  assert.deepEqual(indexed, words.slice(0, 25_000));
  const language = Array.from({ length: 200_000 }, (_, index) => `word${(index * index) % 12_007}`);
  const whole = await indexWords(language.join(' '));
  assert.ok(whole.startsWith(language.slice(0, 50_000).join(' ')));
  assert.deepEqual(new Set(whole.trim().split(' ')), new Set(language));
});

test('of a long text the first words are kept in order, and each later one once', async () => {
  const first = 'to be or not '.repeat(12_500);
  const text = `${first}${'that is not the question '.repeat(20_000)}end`;
  assert.equal(await indexWords(text), `${first}that is the question end`);
  assert.equal(await indexWords(first.trim()), first.trim());
  assert.equal(await indexWords('a b a b'), 'a b a b');
  assert.equal(await indexWords(''), '');
  const one = 'x'.repeat(200_000);
  assert.equal(await indexWords(one), one);
});

test('others are served meanwhile', async () => {
  const words = Array.from({ length: 200_000 }, (_, index) => `word${index % 10_000}`);
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const indexed = await indexWords(words.join(' '));
  clearImmediate(next);
  assert.ok(turns > 3);
  assert.equal(indexed.trim(), words.slice(0, 50_000).join(' '));
});
