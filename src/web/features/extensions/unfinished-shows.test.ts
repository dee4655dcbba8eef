import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createUnfinishedShows } from './unfinished-shows.ts';

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

it('knows once what was being shown when the page before came to its end', () => {
  const stored = storage();
  const before = createUnfinishedShows(stored, 1000, () => 1500);
  before.begin('maps panels shapes');
  before.begin('maps pages all')();
  assert.equal(before.wasCutShort('maps panels shapes'), false);
  const after = createUnfinishedShows(stored, 2000);
  assert.equal(after.wasCutShort('maps pages all'), false);
  assert.equal(after.wasCutShort('maps panels shapes'), true);
  assert.equal(after.wasCutShort('maps panels shapes'), false);
});

it('shows all the same where nothing can be stored', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const shows = createUnfinishedShows({ getItem: refuse, setItem: refuse, removeItem: refuse }, 0);
  shows.begin('x')();
  assert.equal(shows.wasCutShort('x'), false);
});
