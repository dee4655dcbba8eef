import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createConnection } from './connection.ts';

test('asks again by itself, less and less often, until something answers', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  try {
    let up = false;
    const connection = createConnection(() => (up ? Promise.resolve() : Promise.reject(new Error('down'))));
    const nextTry = (): number | null => {
      const state = connection.getState();
      return state.status === 'lost' ? state.nextTryAt : null;
    };
    mock.timers.tick(500);
    connection.answered();
    connection.failed();
    assert.deepEqual(connection.getState(), { status: 'lost', since: 500, nextTryAt: 2500 });
    await connection.retryNow();
    assert.equal(nextTry(), 4500);
    await connection.retryNow();
    assert.equal(nextTry(), 8500);
    up = true;
    await connection.retryNow();
    assert.deepEqual(connection.getState(), { status: 'connected' });
  } finally {
    mock.timers.reset();
  }
});

test('a change of the network is looked into, and believed only when nothing answers', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  try {
    let up = true;
    const connection = createConnection(() => (up ? Promise.resolve() : Promise.reject(new Error('down'))));
    await connection.check();
    assert.equal(connection.getState().status, 'connected');
    up = false;
    await connection.check();
    assert.equal(connection.getState().status, 'lost');
    up = true;
    await connection.check();
    assert.equal(connection.getState().status, 'connected');
  } finally {
    mock.timers.reset();
  }
});

test('an answer to what was asked before the connection went does not bring it back', () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 });
  try {
    const connection = createConnection(() => Promise.reject(new Error('down')));
    connection.failed();
    mock.timers.tick(100);
    connection.answered(900);
    assert.equal(connection.getState().status, 'lost');
    connection.answered(1_050);
    assert.equal(connection.getState().status, 'connected');
  } finally {
    mock.timers.reset();
  }
});
