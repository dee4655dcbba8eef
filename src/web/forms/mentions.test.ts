import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionedIn, piecesOf } from '#wire/mentions.ts';
import { mentionAt, withMention } from './mention-typing.ts';

test('mail addresses, lone signs and doubled ones name nobody', () => {
  for (const text of ['ada@example.org', '@', 'a @ b', '@@ada', 'x.@ada', ''])
    assert.deepEqual(mentionedIn(text), [], text);
});

test('people are named at the start, in brackets, before a full stop, and by a mail address', () => {
  assert.deepEqual(mentionedIn('@ada, (@bob.b) and @jürgen_k. Also @eve@example.org! @ada'), [
    'ada',
    'bob.b',
    'jürgen_k',
    'eve@example.org',
  ]);
});

test('the pieces are the text', () => {
  for (const text of ['', 'plain', '@ada', 'to @ada and @bob.', 'mail ada@x.org\n@eve'])
    assert.equal(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
      text,
    );
});

test('what stands behind a sign before the caret is being written', () => {
  assert.deepEqual(mentionAt('hello @ad', 9), { from: 6, term: 'ad' });
  assert.deepEqual(mentionAt('@', 1), { from: 0, term: '' });
  assert.equal(mentionAt('ada@ex', 6), null);
  assert.equal(mentionAt('hello @ada now', 14), null);
});

test('the chosen person takes the place of what was typed, and a space follows', () => {
  assert.deepEqual(withMention('to @ad!', { from: 3, term: 'ad' }, 'ada'), { text: 'to @ada !', caret: 8 });
  assert.deepEqual(withMention('to @ad', { from: 3, term: 'ad' }, 'ada'), { text: 'to @ada ', caret: 8 });
});
