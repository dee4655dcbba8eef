import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerMemory } from './answer-memory.ts';

const answer = (value: unknown, rows = 1) => ({
  columns: ['total'],
  rows: Array.from({ length: rows }, () => [value]),
  changes: 0,
});

test('an answer is given again for the same question only', () => {
  const memory = new AnswerMemory(() => 1);
  assert.equal(memory.recall('select ?', ['a']), undefined);
  memory.keep('select ?', ['a'], answer(1));
  assert.deepEqual(memory.recall('select ?', ['a']), answer(1));
  assert.equal(memory.recall('select ?', ['b']), undefined);
  assert.equal(memory.recall('select ? ', ['a']), undefined);
  assert.equal(memory.recall('select ?', ['a', null]), undefined);
});

test('nothing is remembered over a change', () => {
  let version = 1;
  const memory = new AnswerMemory(() => version);
  memory.recall('select', []);
  memory.keep('select', [], answer(1));
  version = 2;
  assert.equal(memory.recall('select', []), undefined);
  version = 1;
  assert.equal(memory.recall('select', []), undefined);
});

test('it neither keeps much of one answer nor many answers', () => {
  const memory = new AnswerMemory(() => 1);
  memory.recall('', []);
  memory.keep('long', [], answer('x', 501));
  assert.equal(memory.recall('long', []), undefined);
  for (let index = 0; index < 1_000; index++) memory.keep('many', [index], answer(index));
  const remembered = Array.from({ length: 1_000 }, (_, index) => memory.recall('many', [index])).filter(
    Boolean,
  );
  assert.equal(remembered.length, 200);
});

test('long texts are not kept, few as they are', () => {
  const memory = new AnswerMemory(() => 1);
  memory.recall('select text', []);
  memory.keep('select text', [], { columns: ['text'], rows: [['x'.repeat(100_000)]], changes: 0 });
  assert.equal(memory.recall('select text', []), undefined);
});
