import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { stopWork, useRunningWork } from '#web/frame/running-work.ts';
import { inSteps } from './in-steps.ts';

const words = {
  t: (name: string, values = {}) => [name, ...Object.values(values)].join(' '),
  format: { count: String },
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const shown = () => useRunningWork.getState().items;

beforeEach(() => useRunningWork.setState({ items: [] }));

test('takes a hundred at a time, in their order', async () => {
  const steps: number[][] = [];
  const all = numbers(250);
  const worked = await inSteps(all, words, 'Moving', async (some) => steps.push([...some]));
  assert.deepEqual(
    steps.map(({ length }) => length),
    [100, 100, 50],
  );
  assert.deepEqual(steps.flat(), all);
  assert.deepEqual(worked, { done: all, rest: null, broke: false });
  assert.deepEqual(shown(), []);
});

test('throws when nothing was done, and else tells what was left', async () => {
  const failAt = (at: number) => async (some: readonly number[]) => {
    if (some.includes(at)) throw new Error('No more room');
  };
  await assert.rejects(inSteps(numbers(250), words, 'Moving', failAt(0)), { message: 'No more room' });
  assert.deepEqual(await inSteps(numbers(250), words, 'Moving', failAt(220)), {
    done: numbers(200),
    rest: 'work.broke 50 50 No more room',
    broke: true,
  });
});

test('shows how far it is once it takes long, and stops after the step in hand', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const worked = await inSteps(numbers(350), words, 'Moving', async (some) => {
    if (some[0] === 0) {
      assert.deepEqual(shown(), []);
      context.mock.timers.tick(1_000);
      const [work] = shown();
      assert.equal(work?.what, 'Moving');
      assert.equal(work?.total, 0);
    } else {
      const [work] = shown();
      assert.deepEqual([work?.done, work?.total], [100, 350]);
      stopWork(work?.id ?? 0);
    }
  });
  assert.deepEqual(worked, { done: numbers(200), rest: 'work.stopped 150 150', broke: false });
});

test('what is one call cannot be stopped, and says only that it goes on', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  await inSteps(numbers(3), words, 'Copying', async () => {
    context.mock.timers.tick(1_000);
    assert.equal(shown()[0]?.stop, null);
  });
  assert.deepEqual(shown(), []);
});
