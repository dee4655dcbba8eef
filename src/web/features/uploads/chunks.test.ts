import assert from 'node:assert/strict';
import { test } from 'node:test';
import { piecesOf } from './chunks.ts';

test('sends up to 10 MB whole, also nothing at all', () => {
  assert.deepEqual(piecesOf(0), [{ index: 0, start: 0, end: 0 }]);
  assert.equal(piecesOf(10_000_000).length, 1);
  assert.equal(piecesOf(10_000_001).length, 2);
});

test('covers every byte once, in pieces of 5 to 10 MB', () => {
  for (const size of [25_000_000, 499_999_999, 500_000_001, 2_100_000_003]) {
    const pieces = piecesOf(size);
    let at = 0;
    for (const [index, piece] of pieces.entries()) {
      assert.equal(piece.index, index);
      assert.equal(piece.start, at);
      assert.ok(piece.end - piece.start <= 10 * 1024 * 1024);
      at = piece.end;
    }
    assert.equal(at, size);
  }
});
