import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { noteLasting, undoChange, undoLast, useSessionChanges } from './session-changes.ts';
import { addToast, dismissToast, useToasts } from './toasts.ts';

const texts = () => useToasts.getState().items.map(({ text }) => text);

beforeEach(() => {
  useToasts.setState({ items: [] });
  useSessionChanges.setState({ changes: [] });
});

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

it('shows the same words once, but each change that can be undone', () => {
  for (const text of ['no', 'other', 'no']) addToast({ text });
  assert.deepEqual(texts(), ['other', 'no']);
  for (const undo of [() => {}, () => {}]) addToast({ text: 'moved', undo });
  assert.deepEqual(texts(), ['no', 'moved', 'moved']);
});

it('undoes one change after the other from the newest on, each once, long after its toast', () => {
  const undone: string[] = [];
  const first = addToast({ text: 'a', undo: () => undone.push('a') });
  addToast({ text: 'b', undo: () => undone.push('b') });
  addToast({ text: 'c' });
  dismissToast(first);
  assert.equal(undoLast()?.text, 'b');
  assert.deepEqual(texts(), ['c']);
  assert.equal(undoLast()?.text, 'a');
  assert.equal(undoLast(), undefined);
  assert.deepEqual(undone, ['b', 'a']);
  const [change] = useSessionChanges.getState().changes;
  assert.equal(undoChange(change?.id ?? 0), false);
});

it('undoes from the toast what the list of changes then knows as undone', () => {
  let count = 0;
  addToast({ text: 'a', undo: () => count++ });
  useToasts.getState().items[0]?.undo?.();
  assert.equal(count, 1);
  assert.equal(useSessionChanges.getState().changes[0]?.undone, true);
});

it('undoes nothing earlier in place of what cannot be undone', () => {
  let undone = 0;
  addToast({ text: 'moved', undo: () => (undone += 1) });
  noteLasting('1,240 moved', 'one job');
  assert.partialDeepStrictEqual(undoLast(), { text: '1,240 moved', lasting: 'one job' });
  assert.partialDeepStrictEqual(undoLast(), { text: '1,240 moved', lasting: 'one job' });
  assert.equal(undone, 0);
});
