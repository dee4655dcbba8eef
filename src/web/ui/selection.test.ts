import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  clearSelection,
  clickAt,
  emptySelection,
  hasChosen,
  isChosen,
  isLoaded,
  moveTo,
  type Selection,
  selectAll,
  selectEvery,
  selectMarquee,
  toggleAt,
  withinCount,
} from './selection.ts';

const idAt = (index: number) => (index >= 0 && index < 10 && index !== 7 ? `d${index}` : undefined);
const plain = { range: false, toggle: false };
const shift = { range: true, toggle: false };
const ctrl = { range: false, toggle: true };
const both = { range: true, toggle: true };

function state(selection: Selection): string {
  return `${[...selection.ids].sort().join(' ')} | ${selection.anchor} | ${selection.cursor}`;
}

describe('selection', () => {
  it('takes only the clicked row, and toggles with Ctrl', () => {
    const one = clickAt(emptySelection, 3, plain, idAt);
    assert.equal(state(one), 'd3 | 3 | 3');
    const two = clickAt(one, 5, ctrl, idAt);
    assert.equal(state(two), 'd3 d5 | 5 | 5');
    assert.equal(state(clickAt(two, 3, ctrl, idAt)), 'd5 | 3 | 3');
    assert.equal(state(clickAt(two, 0, plain, idAt)), 'd0 | 0 | 0');
  });

  it('grows and shrinks a range from the anchor, in both directions', () => {
    const start = clickAt(emptySelection, 4, plain, idAt);
    const down = clickAt(start, 6, shift, idAt);
    assert.equal(state(down), 'd4 d5 d6 | 4 | 6');
    assert.equal(state(moveTo(down, 5, shift, idAt)), 'd4 d5 | 4 | 5');
    assert.equal(state(moveTo(down, 2, shift, idAt)), 'd2 d3 d4 | 4 | 2');
  });

  it('adds a range to what was chosen with Ctrl and Shift', () => {
    const start = toggleAt(clickAt(emptySelection, 0, plain, idAt), 4, idAt);
    assert.equal(state(clickAt(start, 5, both, idAt)), 'd0 d4 d5 | 4 | 5');
  });

  it('moves without selecting with Ctrl, then toggles there', () => {
    const start = clickAt(emptySelection, 1, plain, idAt);
    const moved = moveTo(start, 3, ctrl, idAt);
    assert.equal(state(moved), 'd1 | 1 | 3');
    assert.equal(state(toggleAt(moved, 3, idAt)), 'd1 d3 | 3 | 3');
  });

  it('knows a row that one is at from one that was chosen on purpose', () => {
    const passing = clickAt(emptySelection, 3, plain, idAt);
    assert.equal(passing.passing, true);
    assert.equal(moveTo(passing, 4, plain, idAt).passing, true);
    for (const next of [
      toggleAt(passing, 3, idAt),
      clickAt(passing, 5, shift, idAt),
      selectAll(passing, 10, idAt),
    ])
      assert.notEqual(next.passing, true);
  });

  it('chooses every row but some, whatever is loaded', () => {
    const every = selectEvery(clickAt(emptySelection, 2, plain, idAt));
    assert.ok(hasChosen(every) && isChosen(every, 'd7'));
    const but = clickAt(every, 3, ctrl, idAt);
    assert.deepEqual([isChosen(but, 'd3'), isChosen(but, 'd4')], [false, true]);
    assert.ok(isChosen(toggleAt(but, 3, idAt), 'd3'));
    assert.ok(isChosen(clickAt(toggleAt(but, 1, idAt), 4, both, idAt), 'd3'));
    assert.equal(hasChosen(clearSelection(but)), false);
    assert.equal(state(clickAt(but, 5, plain, idAt)), 'd5 | 5 | 5');
    assert.equal(isChosen(clickAt(but, 5, plain, idAt), 'd6'), false);
  });

  it('never chooses a row that is not loaded, and knows when a range has one', () => {
    const start = clickAt(emptySelection, 6, plain, idAt);
    assert.equal(state(clickAt(start, 8, shift, idAt)), 'd6 d8 | 6 | 8');
    assert.equal(isLoaded(6, 8, idAt), false);
    assert.equal(isLoaded(9, 8, idAt), true);
    assert.equal(state(toggleAt(start, 7, idAt)), 'd6 | 6 | 7');
  });

  it('selects all loaded, and clears while the cursor stays', () => {
    const all = selectAll(moveTo(emptySelection, 2, ctrl, idAt), 10, idAt);
    assert.equal(all.ids.size, 9);
    assert.equal(state(clearSelection(all)), ' | 2 | 2');
  });

  it('replaces or adds with a marquee', () => {
    const before = clickAt(emptySelection, 0, plain, idAt);
    assert.equal(state(selectMarquee(before, [3, 4], false, idAt)), 'd3 d4 | 3 | 4');
    assert.equal(state(selectMarquee(before, [3, 4], true, idAt)), 'd0 d3 d4 | 3 | 4');
    assert.equal(state(selectMarquee(before, [], false, idAt)), ' | 0 | 0');
  });

  it('keeps the cursor within a list that became shorter', () => {
    const end = clickAt(emptySelection, 9, plain, idAt);
    assert.equal(state(withinCount(end, 4)), 'd9 | 3 | 3');
    assert.equal(withinCount(end, 10), end);
    assert.equal(withinCount(end, 0).cursor, 0);
  });
});
