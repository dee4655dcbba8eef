import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { ApiError } from '../api-error.ts';
import { type CopyProgress, copyFolder, type OfflineServer } from './copy-folder.ts';
import { type OfflineFolder, unfetched } from './offline-folder.ts';
import { createOfflineStorage } from './offline-storage.ts';
import { document } from './test-document.ts';

const origin = 'http://server/nuxeo';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  globalThis.IDBKeyRange = IDBKeyRange;
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
  Reflect.deleteProperty(globalThis, 'IDBKeyRange');
});

const folder: OfflineFolder = {
  owner: 'ann',
  uid: 'top',
  title: 'Top',
  path: '/top',
  limit: 1_000,
  ...unfetched,
};

/** A folder on a server in memory; each document has a file of the size in `sizes`. */
function setUp() {
  const storage = createOfflineStorage('test');
  const documents = new Map([document('top'), document('a'), document('b')].map((one) => [one.uid, one]));
  const sizes = new Map([
    ['a', 10],
    ['b', 300],
  ]);
  const requests: string[] = [];
  const answers: OfflineServer = {
    server: origin,
    below: async () => {
      if (!documents.has('top')) throw new ApiError({ kind: 'http', status: 404, message: 'Gone' });
      return [...documents.values()];
    },
    documents: async (uids) => {
      requests.push(...uids);
      return uids.flatMap((uid) => documents.get(uid) ?? []);
    },
    bytes: async (address) => {
      requests.push(address.slice(`${origin}/nxfile/`.length).replace(/\?.*/, ''));
      const size = sizes.get(new URL(address).pathname.split('/').at(-1) ?? '') ?? -1;
      if (size < 0) throw new ApiError({ kind: 'http', status: 500, message: 'No converter' });
      return new Blob(['x'.repeat(size)]);
    },
  };
  const progress: CopyProgress[] = [];
  const stop = new AbortController();
  const copy = (from: OfflineFolder = folder, again = false, over: Partial<OfflineServer> = {}) => {
    requests.length = 0;
    return copyFolder(
      from,
      {
        storage,
        server: { ...answers, ...over },
        now: () => 7,
        signal: stop.signal,
        onProgress: (one) => progress.push(one),
        filesOf: ({ uid, changeToken }) =>
          uid === 'top'
            ? []
            : [
                {
                  address: `${origin}/nxfile/${uid}?changeToken=${changeToken}`,
                  bytes: Math.max(0, sizes.get(uid ?? '') ?? 0),
                  version: changeToken ?? '',
                },
              ],
      },
      again,
    );
  };
  const bytes = async (uid: string) => (await storage.file('ann', `/nxfile/${uid}`))?.size;
  return { storage, documents, sizes, requests: requests, progress, stop, copy, bytes };
}

describe('copying a folder', () => {
  it('takes everything once, then only what has changed, and lets go of what is gone', async () => {
    const { storage, documents, sizes, requests, progress, copy, bytes } = setUp();
    await storage.putFolder(folder);
    const first = await copy();
    assert.deepEqual(requests, ['top', 'a', 'b', 'a', 'b']);
    assert.deepEqual(
      { documents: first.documents, files: first.files, bytes: first.bytes, refreshedAt: first.refreshedAt },
      { documents: 3, files: 2, bytes: 310, refreshedAt: 7 },
    );
    assert.deepEqual(progress[0], { step: 'list', done: 0, total: 0 });
    assert.deepEqual(progress.at(-1), { step: 'files', done: 1, total: 2 });

    await copy();
    assert.deepEqual(requests, []);

    documents.set('a', document('a', '2'));
    documents.delete('b');
    sizes.set('a', 20);
    assert.equal((await copy()).bytes, 20);
    assert.deepEqual(requests, ['a', 'a']);
    assert.equal(await storage.document('ann', 'uid', 'b'), undefined);
    assert.equal(await bytes('b'), undefined);
    assert.equal(await bytes('a'), 20);
    assert.equal(await storage.document('bob', 'uid', 'a'), undefined);
    assert.equal(await storage.file('bob', '/nxfile/a'), undefined);
  });

  it('leaves the largest files out when not all fit, and says how many', async () => {
    const { storage, copy, bytes } = setUp();
    await storage.putFolder(folder);
    const { files, leftOut } = await copy({ ...folder, limit: 100 });
    assert.deepEqual({ files, leftOut }, { files: 1, leftOut: 1 });
    assert.equal(await bytes('b'), undefined);
    assert.equal((await copy()).leftOut, 0);
  });

  it('goes on where it was broken off', async () => {
    const { storage, sizes, requests, copy, bytes } = setUp();
    await storage.putFolder(folder);
    const lost = new ApiError({ kind: 'network', message: 'No line' });
    await assert.rejects(
      copy(folder, false, {
        bytes: async (address) => {
          if (address.includes('/b')) throw lost;
          return new Blob(['x'.repeat(sizes.get('a') ?? 0)]);
        },
      }),
      lost,
    );
    assert.equal(await bytes('a'), 10);
    await copy();
    assert.deepEqual(requests, ['b']);
  });

  it('stops at once when its signal is aborted', async () => {
    const { stop, copy, requests } = setUp();
    stop.abort();
    await assert.rejects(copy(), { name: 'AbortError' });
    assert.deepEqual(requests, []);
  });

  it('is not held up by a file that cannot be had, and asks for it again when somebody wants it', async () => {
    const { storage, sizes, requests, copy } = setUp();
    await storage.putFolder(folder);
    sizes.set('a', -1);
    const { failed, files } = await copy();
    assert.deepEqual({ failed, files }, { failed: 1, files: 1 });
    await copy();
    assert.deepEqual(requests, []);
    sizes.set('a', 5);
    assert.equal((await copy(folder, true)).failed, 0);
    assert.deepEqual(requests, ['a']);
  });

  it('asks later for what is not given just now, and ends where nothing is given', async () => {
    const { storage, requests, copy, bytes, documents, sizes } = setUp();
    await storage.putFolder(folder);
    const busy = new ApiError({ kind: 'http', status: 503, message: 'Later' });
    const { failed, files } = await copy(folder, false, {
      bytes: async (address) => {
        if (address.includes('/a')) throw busy;
        return new Blob(['x']);
      },
    });
    assert.deepEqual({ failed, files }, { failed: 1, files: 1 });
    assert.equal((await copy()).failed, 0);
    assert.deepEqual(requests, ['a']);
    assert.equal(await bytes('a'), 10);

    for (const uid of ['c', 'd', 'e', 'f']) {
      documents.set(uid, document(uid));
      sizes.set(uid, 1);
    }
    let calls = 0;
    const down: OfflineServer['bytes'] = async () => {
      calls += 1;
      throw busy;
    };
    await assert.rejects(copy(folder, false, { bytes: down }), busy);
    assert.equal(calls, 3);
    // Files that take too long do not stop those behind them.
    const slow = new ApiError({ kind: 'timeout', message: 'Too long' });
    const some = await copy(folder, false, {
      bytes: async (address) => {
        if (!address.includes('/f')) throw slow;
        return new Blob(['x']);
      },
    });
    assert.deepEqual([some.files, some.failed], [3, 3]);
    assert.equal((await copy()).files, 6);
  });

  for (const name of ['QuotaExceededError', 'DataError'])
    it(`says that there is no more room (${name}), and keeps what is there`, async () => {
      const { storage, copy, bytes } = setUp();
      await storage.putFolder(folder);
      const full = await copy(folder, false, {
        bytes: async (address) => {
          if (address.includes('/b')) throw new DOMException('No room', name);
          return new Blob(['x']);
        },
      });
      const { problem, documents, files } = full;
      assert.deepEqual({ problem, documents, files }, { problem: 'full', documents: 3, files: 1 });
      assert.equal(await bytes('a'), 1);
      assert.equal((await copy()).problem, null);
    });

  it('removes everything of a folder that is gone, or may not be read', async () => {
    const { storage, documents, copy, bytes } = setUp();
    await storage.putFolder(folder);
    await copy();
    documents.delete('top');
    assert.equal((await copy()).problem, 'gone');
    assert.equal(await bytes('a'), undefined);
    assert.equal(await storage.document('ann', 'uid', 'a'), undefined);
    assert.deepEqual(await storage.folders(), []);
  });

  it('forgets everything of a person, and nothing of another', async () => {
    const { storage, copy } = setUp();
    const other = { ...folder, owner: 'ann2' };
    for (const one of [folder, other]) {
      await storage.putFolder(one);
      await copy(one);
    }
    await storage.forget('ann');
    assert.deepEqual(await storage.folders(), [other]);
    assert.equal(await storage.document('ann', 'uid', 'a'), undefined);
    assert.equal((await storage.fileVersions(folder)).size, 0);
    assert.equal((await storage.file('ann2', '/nxfile/a'))?.size, 10);
  });

  it('is paused in one tab while another writes what it has copied: both stand', async () => {
    const { storage } = setUp();
    const otherTab = createOfflineStorage('test');
    await storage.putFolder(folder);
    await Promise.all([
      storage.changeFolder(folder, { files: 5, bytes: 50 }),
      otherTab.changeFolder(folder, { paused: true }),
      storage.changeFolder(folder, { problem: 'full' }),
    ]);
    assert.deepEqual(await storage.folders(), [
      { ...folder, files: 5, bytes: 50, paused: true, problem: 'full' },
    ]);
    await storage.changeFolder({ owner: 'ann', uid: 'gone' }, { paused: true });
    assert.equal((await storage.folders()).length, 1);
  });

  it('writes nothing after another tab has let go of it', async () => {
    const { storage, copy, bytes } = setUp();
    const otherTab = createOfflineStorage('test');
    await storage.putFolder(folder);
    await copy(folder, false, {
      bytes: async () => {
        await otherTab.forget('ann');
        return new Blob(['late']);
      },
    });
    assert.equal(await bytes('a'), undefined);
    await storage.putFolder(folder);
    assert.equal(await bytes('a'), undefined);
    assert.equal(await storage.document('ann', 'uid', 'a'), undefined);
    assert.equal((await storage.fileVersions(folder)).size, 0);
  });

  it('takes ten thousand documents in steps', async () => {
    const { storage, documents, copy } = setUp();
    for (let index = 0; index < 10_000; index += 1) documents.set(`d${index}`, document(`d${index}`));
    await storage.putFolder(folder);
    const { documents: count } = await copy(folder, false, { bytes: async () => new Blob() });
    assert.equal(count, 10_003);
    assert.equal((await storage.children('ann', 'top')).length, 10_003);
  });
});
