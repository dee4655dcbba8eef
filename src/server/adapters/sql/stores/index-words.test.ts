import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexWords } from './index-words.ts';

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

test('words that come later are bounded, and others are served meanwhile', async () => {
  const words = Array.from({ length: 400_000 }, (_, place) => `word${place}`);
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const kept = await indexWords(words.join(' '));
  clearImmediate(next);
  assert.ok(turns > 3);
  assert.ok(kept.startsWith(words.slice(0, 50_000).join(' ')));
  assert.ok(kept.length < 50_000 * 10 + 1_000_000);
});
