import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { createQueueStorage, type StoredUpload } from './queue-storage.ts';
import { file, testUploads } from './test-uploader.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

async function aLine(name: string): Promise<StoredUpload> {
  const { add, line } = testUploads();
  await add(file(name));
  return { id: name, owner: 'ann', tab: 'one', item: line(name), root: null, path: [] };
}

const bytes = (id: string, text: string) => ({ id, file: new File([text], id) });

async function texts(storage: ReturnType<typeof createQueueStorage>, owner = 'ann') {
  const lines = await storage.load(owner);
  return Object.fromEntries(
    await Promise.all(lines.map(async ({ id, file }) => [id, (await file?.text()) ?? null])),
  );
}

it('keeps bytes apart from lines, written once, and removes both', async () => {
  const storage = createQueueStorage('test');
  const line = await aLine('a.txt');
  await storage.putBytes([bytes('a.txt', 'no line yet')]);
  await storage.put([line, await aLine('b.txt')]);
  await storage.putBytes([bytes('a.txt', 'first'), bytes('b.txt', 'other')]);
  await storage.put([{ ...line, tab: 'two' }]);
  await storage.putBytes([bytes('a.txt', 'second')]);
  assert.deepEqual(await texts(storage), { 'a.txt': 'first', 'b.txt': 'other' });
  assert.deepEqual(await texts(storage, 'bob'), {});

  await storage.remove(['a.txt']);
  await storage.put([line]);
  assert.deepEqual(await texts(storage), { 'a.txt': null, 'b.txt': 'other' });
  await storage.forgetBytes('bob');
  assert.deepEqual(await texts(storage), { 'a.txt': null, 'b.txt': 'other' });
  await storage.forgetBytes('ann');
  assert.deepEqual(await texts(storage), { 'a.txt': null, 'b.txt': null });
});

it('writes what nobody waits for in its order, with the next that somebody waits for', async () => {
  const storage = createQueueStorage('test');
  const [a, b, c] = await Promise.all([aLine('a.txt'), aLine('b.txt'), aLine('c.txt')]);
  storage.putSoon(a);
  storage.removeSoon('a.txt');
  storage.removeSoon('b.txt');
  storage.putSoon(b);
  const first = storage.put([c]);
  // While a transaction is running.
  storage.removeSoon('c.txt');
  await Promise.all([first, storage.put([a])]);
  assert.deepEqual(await texts(createQueueStorage('test')), { 'a.txt': null, 'b.txt': null });
  storage.removeSoon('b.txt');
  assert.deepEqual(await texts(storage), { 'a.txt': null });
});

it('takes the bytes out of lines that an older version wrote', async () => {
  const line = await aLine('old.txt');
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open('test', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('uploads', { keyPath: 'id' });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction('uploads', 'readwrite');
      transaction.objectStore('uploads').put({ ...line, file: new File(['old bytes'], 'old.txt') });
      transaction.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
  const storage = createQueueStorage('test');
  assert.deepEqual(await texts(storage), { 'old.txt': 'old bytes' });
  await storage.put([line]);
  assert.deepEqual(await texts(storage), { 'old.txt': 'old bytes' });
});

it('uploads go on where there is no database, and lines are kept once there is one', async () => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
  const storage = createQueueStorage('test');
  const line = await aLine('a.txt');
  await storage.put([line]);
  assert.deepEqual(await texts(storage), {});
  globalThis.indexedDB = new IDBFactory();
  await storage.put([line]);
  assert.deepEqual(await texts(storage), { 'a.txt': null });
});
