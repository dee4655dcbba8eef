import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { addToast, dismissToast, undoNewest, useToasts } from './toasts.ts';

const texts = () => useToasts.getState().items.map(({ text }) => text);

beforeEach(() => useToasts.setState({ items: [] }));

it('keeps three, and lets a passing one go before an error', () => {
  addToast({ text: 'failed', kind: 'bad' });
  for (const text of ['one', 'two', 'three']) addToast({ text });
  assert.deepEqual(texts(), ['failed', 'two', 'three']);
});

it('never drops the toast just shown', () => {
  for (const text of ['x', 'y', 'z']) addToast({ text, kind: 'bad' });
  addToast({ text: 'done' });
  assert.deepEqual(texts(), ['y', 'z', 'done']);
});

it('undoes the newest that can be undone, once', () => {
  const undone: string[] = [];
  addToast({ text: 'a', undo: () => undone.push('a') });
  const last = addToast({ text: 'b' });
  assert.equal(undoNewest(), true);
  assert.equal(undoNewest(), false);
  assert.deepEqual(undone, ['a']);
  dismissToast(last);
  assert.deepEqual(texts(), []);
});
