import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, test } from 'node:test';
import { DurableFolders } from './durable-folders.ts';

const base = await mkdtemp(join(tmpdir(), 'muniment-folders-'));
after(() => rm(base, { recursive: true }));

async function watched(name: string) {
  const root = join(base, name);
  await mkdir(root);
  const synced: string[] = [];
  /** The names in the folders when their syncs began. */
  const durable = new Set<string>();
  let failure: Error | undefined;
  let last: Promise<void> = Promise.resolve();
  const folders = new DurableFolders(root, async (path) => {
    const names = await readdir(path);
    await last;
    if (failure) throw failure;
    for (const name of names) durable.add(join(path, name));
    synced.push(relative(root, path));
  });
  return {
    synced,
    failWith: (error: Error | undefined) => {
      failure = error;
    },
    /** Syncs wait for this promise. */
    holdUntil: (released: Promise<void>) => {
      last = released;
    },
    bring: async (path: string) => {
      const staged = join(base, crypto.randomUUID());
      await writeFile(staged, path);
      await folders.receive(staged, join(root, path));
      for (let one = path; one !== '.'; one = dirname(one)) assert.ok(durable.has(join(root, one)), one);
    },
  };
}

test('a file’s folder is synced each time, the names of folders once', async () => {
  const { bring, synced } = await watched('names');
  await bring('ab/cd/one');
  assert.deepEqual(synced.splice(0).sort(), ['', 'ab', 'ab/cd']);
  await bring('ab/cd/two');
  assert.deepEqual(synced.splice(0), ['ab/cd']);
  await bring('ab/ef/three');
  assert.deepEqual(synced.splice(0).sort(), ['ab', 'ab/ef']);
});

test('a folder whose name could not be synced is not taken for durable', async () => {
  const { bring, synced, failWith } = await watched('failing');
  failWith(new Error('no disk'));
  await assert.rejects(bring('ab/one'), /no disk/);
  failWith(undefined);
  await bring('ab/two');
  // A sync of the failed call may still have been running.
  assert.deepEqual([...new Set(synced)].sort(), ['', 'ab']);
});

test('files that come at once share syncs that begin after all of them have their names', async () => {
  const { bring, synced, holdUntil } = await watched('shared');
  await bring('ab/first');
  synced.splice(0);
  const { promise, resolve } = Promise.withResolvers<void>();
  holdUntil(promise);
  const running = bring('ab/running');
  while (!(await stat(join(base, 'shared/ab/running')).catch(() => undefined)));
  const others = Array.from({ length: 20 }, (_, index) => bring(`ab/${index}`));
  for (let index = 0; index < 20; index++)
    while (!(await stat(join(base, `shared/ab/${index}`)).catch(() => undefined)));
  resolve();
  await Promise.all([running, ...others]);
  assert.ok(synced.length < 11, `${synced.length} syncs`);
});

test('what is not synced takes no name that something has', async () => {
  const root = join(base, 'unsynced');
  await mkdir(root);
  const folders = new DurableFolders(root, () => Promise.reject(new Error('nothing is synced')));
  const bring = async (text: string) => {
    const staged = join(base, text);
    await writeFile(staged, text);
    return { staged, isTaken: await folders.receiveUnsynced(staged, join(root, 'ab', 'name')) };
  };
  const first = await bring('first');
  assert.equal(first.isTaken, true);
  await assert.rejects(stat(first.staged), { code: 'ENOENT' });
  const second = await bring('second');
  assert.equal(second.isTaken, false);
  assert.ok(await stat(second.staged), 'is its maker’s still');
  assert.equal(await readFile(join(root, 'ab', 'name'), 'utf8'), 'first');
  await assert.rejects(folders.syncNames(join(root, 'ab', 'name')), /nothing is synced/);
});
