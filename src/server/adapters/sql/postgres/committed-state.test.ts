import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { committedState } from './committed-state.ts';

class HangingPool extends pg.Pool {
  questions = 0;

  override async query(): Promise<never> {
    this.questions++;
    return new Promise(() => undefined);
  }
}

test('nobody waits longer than a second for a database that says nothing, also who comes meanwhile', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const pool = new HangingPool();
  const state = committedState(pool);
  const first = assert.rejects(state(), { code: 'unavailable' });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  const others = [state(), state()].map((promise) => assert.rejects(promise, { code: 'unavailable' }));
  context.mock.timers.tick(1_000);
  await first;
  await turn();
  context.mock.timers.tick(1_000);
  await Promise.all(others);
  assert.equal(pool.questions, 2);
});
