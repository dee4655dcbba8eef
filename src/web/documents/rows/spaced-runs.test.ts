import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, mock } from 'node:test';
import { spacedRuns } from './spaced-runs.ts';

let runs: number[] = [];
const runner = () => spacedRuns(() => runs.push(Date.now()), 2_000, Date.now);

beforeEach(() => {
  runs = [];
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
});
afterEach(() => mock.timers.reset());

it('runs at once, and while more is wanted no sooner than the pause after', () => {
  const { want } = runner();
  for (let at = 0; at < 5_000; at += 100) {
    want();
    mock.timers.tick(100);
  }
  assert.deepEqual(
    runs.map((at) => Math.floor(at / 1_000)),
    [0, 2, 4],
  );
  mock.timers.tick(2_000);
  assert.equal(runs.length, 4);
  mock.timers.tick(60_000);
  want();
  mock.timers.tick(1);
  assert.equal(runs.length, 5);
});

it('waits longer where that is asked, and runs no more after its end', () => {
  const { want, end } = runner();
  want(5_000);
  want();
  mock.timers.tick(4_999);
  assert.deepEqual(runs, []);
  mock.timers.tick(1);
  assert.equal(runs.length, 1);
  want();
  end();
  mock.timers.tick(60_000);
  assert.equal(runs.length, 1);
});
