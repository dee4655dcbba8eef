import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutionResult } from '../database.ts';
import { SharedReads } from './shared-reads.ts';

const traits = { name: 'read', isShort: true };

/** Answers only when a test says so. */
function heldDatabase() {
  const sent: { readonly answer: (number: number) => void; readonly fail: (error: Error) => void }[] = [];
  const reads = new SharedReads({
    execute: () =>
      new Promise<ExecutionResult>((resolve, reject) => {
        sent.push({ answer: (number) => resolve({ rows: [{ number }], changes: 1 }), fail: reject });
      }),
  });
  return { sent, reads };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('who asks while a question is under way shares the next, and no answer is older than its caller', async () => {
  const { sent, reads } = heldDatabase();
  const first = reads.execute('select', ['a'], traits);
  const others = [reads.execute('select', ['a'], traits), reads.execute('select', ['a'], traits)];
  const another = reads.execute('select', ['b'], traits);
  assert.equal(sent.length, 2);
  sent[1]?.answer(20);
  sent[0]?.answer(1);
  await turn();
  assert.equal(sent.length, 3);
  const late = reads.execute('select', ['a'], traits);
  sent[2]?.answer(2);
  await turn();
  sent[3]?.answer(3);
  const numbers = await Promise.all([first, ...others, another, late]);
  assert.deepEqual(
    numbers.map(({ rows }) => rows[0]?.number),
    [1, 2, 2, 20, 3],
  );
  // No query is running any more.
  const alone = reads.execute('select', ['a'], traits);
  sent[4]?.answer(4);
  assert.equal((await alone).rows[0]?.number, 4);
});

test('a failure is that of those who shared the question, and of nobody after them', async () => {
  const { sent, reads } = heldDatabase();
  const first = assert.rejects(reads.execute('select', [], traits), /first/);
  const second = reads.execute('select', [], traits);
  sent[0]?.fail(new Error('first'));
  await first;
  await turn();
  sent[1]?.answer(2);
  assert.equal((await second).rows[0]?.number, 2);
});

test('what has no name, or reads many rows, is asked by each', () => {
  const { sent, reads } = heldDatabase();
  for (const some of [{}, { name: 'long' }, { isShort: true }])
    for (const _ of [1, 2]) void reads.execute('select', [], some);
  assert.equal(sent.length, 6);
});
