import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { type LocalDatabase, openLocalDatabase } from './local-database.ts';

const words = 'words';

function database(version = 1): LocalDatabase {
  return openLocalDatabase({
    name: 'test',
    version,
    upgrade: (made, _, from) => {
      if (from === 0) made.createObjectStore(words);
    },
  });
}

const write = (to: LocalDatabase, key: string, word: string): Promise<void> =>
  to.write([words], (storeOf) => storeOf(words).put(word, key));

const read = (from: LocalDatabase, key: string): Promise<unknown> =>
  from.read(words, (store) => store.get(key));

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

it('opens again after an opening that failed', async () => {
  // A newer version exists, so opening this one fails.
  await write(database(2), 'one', 'ink');
  const older = database(1);
  await assert.rejects(read(older, 'one'), { name: 'VersionError' });
  globalThis.indexedDB = new IDBFactory();
  await write(older, 'two', 'paper');
  assert.equal(await read(older, 'two'), 'paper');
});

it('gives way to a newer page, and says so afterwards', async () => {
  const older = database(1);
  await write(older, 'one', 'ink');
  assert.equal(await read(database(2), 'one'), 'ink');
  await assert.rejects(read(older, 'one'), { name: 'VersionError' });
});

it('says what was not written, and writes none of it', async () => {
  const here = database();
  await assert.rejects(
    here.write([words], (storeOf) => {
      storeOf(words).put('ink', 'one');
      storeOf(words).put(() => {}, 'two');
    }),
    { name: 'DataCloneError' },
  );
  await assert.rejects(
    here.write([words], (storeOf) => {
      storeOf(words).put('ink', 'three');
      storeOf(words).add('paper', 'three');
    }),
    { name: 'ConstraintError' },
  );
  assert.equal(await read(here, 'three'), undefined);
});
