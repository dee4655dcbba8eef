import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedScale, fillsCopy, fittedScale, unrotateRect } from './image-zoom.ts';

test('a picture fits into its room, is never enlarged for it, and never without end', () => {
  const room = { width: 500, height: 500 };
  assert.equal(fittedScale({ width: 1000, height: 2000 }, room), 0.25);
  assert.equal(fittedScale({ width: 10, height: 20 }, room), 1);
  assert.equal(fittedScale({ width: 0, height: 20 }, room), 1);
  assert.deepEqual([0, 1, 99, Number.POSITIVE_INFINITY].map(boundedScale), [0.002, 1, 16, 16]);
});

test('a picture that leaves room in its copy is no smaller there', () => {
  assert.equal(fillsCopy({ width: 64, height: 64 }), false);
  assert.equal(fillsCopy({ width: 1920, height: 1280 }), true);
  assert.equal(fillsCopy({ width: 608, height: 1080 }), true);
});

test('what is in sight of a turned picture is found in the picture', () => {
  const whole = { width: 400, height: 100 };
  // The part at the top left of the screen, 30 wide and 20 high.
  const corner = { x: 0, y: 0, width: 30, height: 20 };
  assert.deepEqual(unrotateRect(corner, whole, 0), corner);
  assert.deepEqual(unrotateRect(corner, whole, 90), { x: 0, y: 70, width: 20, height: 30 });
  assert.deepEqual(unrotateRect(corner, whole, 180), { x: 370, y: 80, width: 30, height: 20 });
  assert.deepEqual(unrotateRect(corner, whole, 270), { x: 380, y: 0, width: 20, height: 30 });
});
