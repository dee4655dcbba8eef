import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { LateSyncs } from './late-syncs.ts';

const folder = await mkdtemp(join(tmpdir(), 'muniment-late-'));
after(() => rm(folder, { recursive: true }));

async function files(count: number): Promise<readonly string[]> {
  const paths = Array.from({ length: count }, () => join(folder, crypto.randomUUID()));
  await Promise.all(paths.map((path) => writeFile(path, 'x')));
  return paths;
}

test('few files are synced one by one, many by one call where that can be done', async () => {
  const named: string[] = [];
  let [isAble, calls] = [true, 0];
  const late = new LateSyncs(
    folder,
    async (path) => void named.push(path),
    async () => {
      calls += 1;
      return isAble;
    },
  );
  await late.settle();
  const few = await files(3);
  for (const path of few) late.add(path);
  await late.settle();
  assert.deepEqual(named.splice(0).sort(), few.toSorted());
  assert.equal(calls, 0);
  for (const path of await files(30)) late.add(path);
  await late.settle();
  assert.deepEqual([named.length, calls], [0, 1]);
  isAble = false;
  for (const path of await files(30)) late.add(path);
  await late.settle();
  assert.deepEqual([named.length, calls], [30, 2]);
});

test('whoever comes while one runs waits for the next, and a failure is reported until it is mended', async () => {
  const named: string[] = [];
  const begun = Promise.withResolvers<void>();
  const running = Promise.withResolvers<void>();
  let failure: Error | undefined = new Error('no disk');
  const late = new LateSyncs(folder, async (path) => {
    begun.resolve();
    await running.promise;
    if (failure) throw failure;
    named.push(path);
  });
  const [first = '', second = ''] = await files(2);
  late.add(first);
  const one = late.settle();
  await begun.promise;
  late.add(second);
  const others = [late.settle(), late.settle()];
  running.resolve();
  const outcomes = await Promise.allSettled([one, ...others]);
  assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']));
  failure = undefined;
  await late.settle();
  assert.deepEqual(new Set(named), new Set([first, second]));
});
