import assert from 'node:assert/strict';
import { it } from 'node:test';
import { leastScale, mostScale, rotateSize, scaleOf, stepScale } from './zoom.ts';

const page = { width: 600, height: 800 };

it('fits the width, or the whole page', () => {
  const room = { width: 540, height: 400 };
  assert.equal(scaleOf('width', page, room), 0.9);
  assert.equal(scaleOf('page', page, room), 0.5);
  assert.equal(scaleOf(2, page, room), 2);
});

it('does not blow a page up to fill a wide window, nor break without room', () => {
  assert.equal(scaleOf('width', page, { width: 6000, height: 800 }), 1.4);
  assert.equal(scaleOf('width', page, { width: 0, height: 0 }), 1);
});

it('steps within bounds', () => {
  assert.equal(stepScale(mostScale, 1), mostScale);
  assert.equal(stepScale(leastScale, -1), leastScale);
  assert.ok(stepScale(1, 1) > 1);
});

it('turns', () => {
  assert.deepEqual(rotateSize(page, 90), { width: 800, height: 600 });
  assert.deepEqual(rotateSize(page, 180), page);
});
