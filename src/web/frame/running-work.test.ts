import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, mock } from 'node:test';
import { dismissWork, startWork, stopWork, useRunningWork } from './running-work.ts';

const shown = () => useRunningWork.getState().items;

beforeEach(() => {
  useRunningWork.setState({ items: [] });
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => mock.timers.reset());

it('shows nothing of what is quick', () => {
  const work = startWork('Moving');
  mock.timers.tick(999);
  work.end();
  mock.timers.tick(10_000);
  assert.deepEqual(shown(), []);
});

it('shows how far each is, and ends each by itself', () => {
  const moving = startWork('Moving');
  const packing = startWork('Packing', null);
  moving.show(100, 350);
  mock.timers.tick(1_000);
  packing.show(1, 2);
  const facts = shown().map(({ what, done, total, stop }) => [what, done, total, stop]);
  assert.deepEqual(facts, [
    ['Moving', 100, 350, 'stop'],
    ['Packing', 1, 2, null],
  ]);
  moving.end();
  assert.deepEqual(
    shown().map(({ what }) => what),
    ['Packing'],
  );
});

it('gets the signal when somebody stops it, and shows that until it ends', () => {
  const work = startWork('Moving');
  const other = startWork('Copying');
  mock.timers.tick(1_000);
  stopWork(shown()[0]?.id ?? 0);
  assert.equal(work.signal.aborted, true);
  assert.equal(other.signal.aborted, false);
  assert.deepEqual(
    shown().map(({ isStopping }) => isStopping),
    [true, false],
  );
});

it('keeps what failed until it is dismissed, however soon it failed', () => {
  const work = startWork('Tagging');
  const onDismiss = mock.fn();
  work.end({ text: 'Locked by someone else', onDismiss });
  mock.timers.tick(10_000);
  const [failed] = shown();
  assert.equal(failed?.outcome?.text, 'Locked by someone else');
  assert.equal(onDismiss.mock.callCount(), 0);
  dismissWork(failed?.id ?? 0);
  assert.equal(onDismiss.mock.callCount(), 1);
  assert.deepEqual(shown(), []);
});
