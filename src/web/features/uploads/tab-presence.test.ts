import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTabPresence } from './tab-presence.ts';

/** A fake of the browser's locks, shared by the tabs: every request waits in line, also shared ones. */
function testLocks(): LockManager {
  const lines = new Map<string, Promise<unknown>>();
  const held = new Map<string, LockMode>();
  return {
    query: async () => ({ held: [...held].map(([name, mode]) => ({ name, mode })), pending: [] }),
    request: async (name: string, ...rest: readonly unknown[]) => {
      const task = rest.at(-1);
      if (typeof task !== 'function') throw new TypeError('A task is needed');
      const mode = rest.length > 1 ? 'shared' : 'exclusive';
      const before = lines.get(name) ?? Promise.resolve();
      const mine = before.then(async () => {
        held.set(name, mode);
        const result: unknown = await task(null);
        held.delete(name);
        return result;
      });
      lines.set(name, mine);
      return mine;
    },
  };
}

test('of two tabs that start at once, the second sees the first, and never both at a time', async () => {
  const locks = testLocks();
  const seen: string[] = [];
  const claim = (id: string) =>
    createTabPresence(id, locks).claim(async (others) => {
      seen.push(`${id} begins, ${[...others].sort().join(' ')} there`);
      await new Promise(setImmediate);
      seen.push(`${id} ends`);
    });
  await Promise.all([claim('a'), claim('b')]);
  assert.deepEqual(seen, ['a begins, b there', 'a ends', 'b begins, a there', 'b ends']);
});

test('without locks a tab takes itself for the only one', async () => {
  let others: ReadonlySet<string> | undefined;
  await createTabPresence('a', undefined).claim(async (found) => {
    others = found;
  });
  assert.equal(others?.size, 0);
});

test('a tab that is there no more is told of, and then one of the others takes up what it left', async () => {
  const locks = testLocks();
  const closed = Promise.withResolvers<void>();
  void locks.request('muniment:uploads:a', () => closed.promise);
  const seen: string[] = [];
  const follow = async (id: string) => {
    const { gone, claim } = createTabPresence(id, locks);
    await gone('a');
    await claim(async (others) => void seen.push([...others].toSorted().join(' ')));
  };
  const following = Promise.all([follow('b'), follow('c')]);
  await new Promise(setImmediate);
  assert.deepEqual(seen, []);
  closed.resolve();
  await following;
  assert.deepEqual(seen.toSorted(), ['b', 'c']);
});

test('that others still wait for a tab to go does not make it one that is there', async () => {
  const locks = testLocks();
  void locks.request('muniment:uploads:a', { mode: 'shared' }, () => new Promise(() => {}));
  let others: ReadonlySet<string> | undefined;
  await createTabPresence('b', locks).claim(async (found) => {
    others = found;
  });
  assert.equal(others?.size, 0);
});
