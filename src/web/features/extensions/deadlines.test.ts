import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { createDeadlines } from './deadlines.ts';

it('ends what is late, but not while the app itself owes an answer', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const late: number[] = [];
  const deadlines = createDeadlines(1000, (id) => late.push(id));
  deadlines.begin(1);
  deadlines.begin(2);
  mock.timers.tick(600);
  deadlines.end(1);
  deadlines.owe(1);
  deadlines.begin(3);
  mock.timers.tick(60_000);
  assert.deepEqual(late, []);
  deadlines.owe(-1);
  mock.timers.tick(999);
  assert.deepEqual(late, []);
  mock.timers.tick(1);
  assert.deepEqual(late, [2, 3]);
  deadlines.begin(4);
  deadlines.stop();
  mock.timers.tick(5000);
  assert.deepEqual(late, [2, 3]);
});
