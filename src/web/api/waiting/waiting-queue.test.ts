/** The queue with a disk and a server in memory: what is sent, what stays, and several tabs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DocumentEntity } from '#wire/document.ts';
import type { JsonObject } from '#wire/json.ts';
import { ApiError } from '../api-error.ts';
import { type ChangeServer, sendChange } from './send-change.ts';
import type { WaitingChange, WaitingWork } from './waiting-change.ts';
import { createWaitingQueue, type NewWaiting, type WaitingPorts } from './waiting-queue.ts';
import type { WaitingStorage } from './waiting-storage.ts';

const away = new ApiError({ kind: 'network', message: 'away' });
const refused = (status: number) => new ApiError({ kind: 'http', status, message: `refused ${status}` });
const about = { uid: 'paper', title: 'Paper', type: 'File', parentRef: 'folder' };
const comment = (text: string): NewWaiting => ({ about, work: { kind: 'comment', parentId: 'paper', text } });
const retitled = (title: string, before = 'Old'): NewWaiting => ({
  about,
  work: { kind: 'edit', values: { 'dc:title': title }, before: { 'dc:title': before } },
});

function disk(): WaitingStorage & { readonly all: Map<string, WaitingChange> } {
  const all = new Map<string, WaitingChange>();
  return {
    all,
    load: async (owner) =>
      [...all.values()].filter((change) => change.owner === owner).sort((one, other) => one.at - other.at),
    write: async (put, remove) => {
      for (const id of remove) all.delete(id);
      for (const change of put) all.set(change.id, structuredClone(change));
    },
  };
}

/** A server with one document whose saves it counts; the test decides whether it answers. */
function paperServer() {
  const calls: string[] = [];
  let properties: JsonObject = { 'dc:title': 'Old' };
  const state = { fails: away as Error | null, isTrashed: false, saves: 0 };
  const reach = (call: string): void => {
    if (state.fails !== null) throw state.fails;
    calls.push(call);
  };
  const look = (): DocumentEntity => ({
    'entity-type': 'document',
    repository: 'default',
    uid: 'paper',
    path: '/paper',
    type: 'File',
    state: null,
    parentRef: 'folder',
    isCheckedOut: true,
    isRecord: false,
    retainUntil: null,
    hasLegalHold: false,
    isUnderRetentionOrLegalHold: false,
    isVersion: false,
    isProxy: false,
    changeToken: `0-${state.saves}`,
    isTrashed: state.isTrashed,
    title: 'Paper',
    facets: [],
    schemas: [],
    properties,
  });
  const server: ChangeServer = {
    fetchNow: async () => {
      if (state.fails !== null) throw state.fails;
      return look();
    },
    save: async (base, values) => {
      reach(`save ${JSON.stringify(values)}`);
      if (base.changeToken !== `0-${state.saves}`) throw refused(409);
      others(values);
    },
    tag: async (way, _uids, tags) => reach(`${way} ${tags.join()}`),
    comment: async (_parentId, text, key) => reach(`comment ${text} ${key}`),
    create: async (_parentId, { name }, key) => reach(`create ${name} ${key}`),
  };
  const others = (values: JsonObject): void => {
    properties = { ...properties, ...values };
    state.saves += 1;
  };
  return { server, calls, state, others, title: () => properties['dc:title'] };
}

let ids = 0;

function tab(storage: WaitingStorage, server: ChangeServer, more: Partial<WaitingPorts> = {}) {
  const notices: string[] = [];
  let clock = 0;
  const queue = createWaitingQueue({
    owner: 'server:ada',
    storage,
    send: (change) => sendChange(server, change),
    exclusively: async (task) => {
      await task();
      return true;
    },
    announce: () => {},
    notStored: (failure) => failure,
    later: () => notices.push('later'),
    onSent: (sent) => notices.push(`sent ${sent.length}`),
    onDropped: (dropped) => notices.push(`dropped ${dropped.length}`),
    now: () => {
      clock += 1;
      return clock;
    },
    newId: () => {
      ids += 1;
      return `id${ids}`;
    },
    ...more,
  });
  return { queue, notices: notices };
}

const troubles = (changes: readonly WaitingChange[]) => changes.map(({ trouble }) => trouble?.kind ?? null);

describe('the queue of changes', () => {
  it('keeps what nobody answered, over a closed tab, and sends it in order with its keys', async () => {
    const storage = disk();
    const paper = paperServer();
    const { queue, notices } = tab(storage, paper.server);
    await queue.add([comment('one'), { ...comment('two'), id: 'tried' }]);
    await queue.send();
    assert.deepEqual(paper.calls, []);
    assert.equal(queue.store.getState().changes.length, 2);
    assert.ok(notices.includes('later'));

    const next = tab(storage, paper.server);
    await next.queue.reload();
    paper.state.fails = null;
    const [first] = next.queue.store.getState().changes;
    await next.queue.send();
    assert.deepEqual(paper.calls, [`comment one ${first?.id}`, 'comment two tried']);
    assert.deepEqual(next.notices, ['sent 2']);
    assert.equal(storage.all.size, 0);
    assert.equal(next.queue.store.getState().sending, false);
  });

  it('belongs to one person', async () => {
    const storage = disk();
    const paper = paperServer();
    await tab(storage, paper.server).queue.add([comment('mine')]);
    const stranger = tab(storage, paper.server, { owner: 'server:bob' });
    paper.state.fails = null;
    await stranger.queue.reload();
    await stranger.queue.send();
    assert.deepEqual(stranger.queue.store.getState().changes, []);
    assert.deepEqual(paper.calls, []);
  });

  it('is not called kept when the disk has no room', async () => {
    const storage = { ...disk(), write: () => Promise.reject(new Error('No room')) };
    const notStored = (failure: unknown, cause: unknown) => new Error(`${cause}, ${failure}`);
    const { queue } = tab(storage, paperServer().server, { notStored: notStored });
    await assert.rejects(queue.add([comment('one')], 'No line'), /No line, Error: No room/);
    assert.deepEqual(queue.store.getState().changes, []);
  });

  it('never joins an edit that another tab is sending', async () => {
    const storage = disk();
    const { queue } = tab(storage, paperServer().server);
    await queue.add([retitled('One')]);
    const busy = tab(storage, paperServer().server, { exclusively: async () => false });
    await busy.queue.add([retitled('Two', 'One')]);
    assert.equal(storage.all.size, 2);
  });

  for (const [status, kind] of [
    [404, 'gone'],
    [403, 'forbidden'],
    [400, 'refused'],
  ] as const)
    it(`keeps what ${status} refuses, says why, and goes on with the rest`, async () => {
      const paper = paperServer();
      const server: ChangeServer = { ...paper.server, comment: () => Promise.reject(refused(status)) };
      const { queue, notices } = tab(disk(), server);
      await queue.add([comment('refused'), { about, work: { kind: 'tags', add: ['red'], remove: ['old'] } }]);
      paper.state.fails = null;
      await queue.send();
      assert.deepEqual(troubles(queue.store.getState().changes), [kind]);
      assert.deepEqual(paper.calls, ['add red', 'remove old']);
      const [change] = queue.store.getState().changes;
      await queue.send();
      assert.deepEqual(troubles(queue.store.getState().changes), [kind]);
      await queue.discard([change?.id ?? '']);
      assert.deepEqual(queue.store.getState().changes, []);
      assert.ok(notices.includes('dropped 1'));
    });

  it('holds changes of what lies in the trash until it is restored', async () => {
    const paper = paperServer();
    Object.assign(paper.state, { fails: null, isTrashed: true });
    const { queue } = tab(disk(), paper.server);
    await queue.add([comment('late')]);
    await queue.send();
    const [change] = queue.store.getState().changes;
    assert.equal(change?.trouble?.kind, 'trashed');
    paper.state.isTrashed = false;
    await queue.retry([change?.id ?? '']);
    assert.equal(paper.calls.length, 1);
  });

  it('puts another document in the place of a change that has lost its own', async () => {
    const paper = paperServer();
    paper.state.fails = refused(404);
    const { queue } = tab(disk(), paper.server);
    await queue.add([retitled('Mine')]);
    await queue.send();
    const [change] = queue.store.getState().changes;
    assert.equal(change?.trouble?.kind, 'gone');
    paper.state.fails = null;
    const work: WaitingWork = { kind: 'new', type: 'File', name: 'Mine', properties: {} };
    await queue.replace(change?.id ?? '', { about: { ...about, uid: 'home' }, work });
    assert.match(paper.calls.join(), /^create Mine id\d+$/);
    assert.notEqual(paper.calls[0], `create Mine ${change?.id}`);
  });
});

describe('an edit that waited', () => {
  it('is saved on top of what others changed elsewhere in the document', async () => {
    const paper = paperServer();
    const { queue } = tab(disk(), paper.server);
    await queue.add([retitled('Mine')]);
    paper.state.fails = null;
    paper.others({ 'dc:description': 'theirs' });
    await queue.send();
    assert.equal(paper.title(), 'Mine');
    assert.deepEqual(queue.store.getState().changes, []);
  });

  it('overwrites nobody: both values stay on the table until one is chosen', async () => {
    const paper = paperServer();
    const { queue, notices } = tab(disk(), paper.server);
    await queue.add([retitled('Mine')]);
    paper.state.fails = null;
    paper.others({ 'dc:title': 'Theirs' });
    await queue.send();
    assert.equal(paper.title(), 'Theirs');
    const [change] = queue.store.getState().changes;
    assert.deepEqual(change?.trouble, {
      kind: 'conflict',
      theirs: { values: { 'dc:title': 'Theirs' }, contributor: null, modified: null },
    });
    await queue.settle(change?.id ?? '', () => true);
    assert.equal(paper.title(), 'Mine');
    assert.deepEqual(
      notices.filter((word) => word !== 'later'),
      ['sent 1'],
    );
  });

  it('is dropped when theirs is chosen', async () => {
    const paper = paperServer();
    const { queue, notices } = tab(disk(), paper.server);
    await queue.add([retitled('Mine')]);
    paper.state.fails = null;
    paper.others({ 'dc:title': 'Theirs' });
    await queue.send();
    await queue.settle(queue.store.getState().changes[0]?.id ?? '', () => false);
    assert.equal(paper.title(), 'Theirs');
    assert.deepEqual(queue.store.getState().changes, []);
    assert.ok(notices.includes('dropped 1'));
  });

  it('looks again when somebody saves between the look and the save', async () => {
    const paper = paperServer();
    paper.state.fails = null;
    let overtaken = false;
    const server: ChangeServer = {
      ...paper.server,
      save: (base, values) => {
        if (!overtaken) paper.others({ 'dc:description': 'theirs' });
        overtaken = true;
        return paper.server.save(base, values);
      },
    };
    const { queue } = tab(disk(), server);
    await queue.add([retitled('Mine')]);
    await queue.send();
    assert.equal(paper.title(), 'Mine');
  });

  it('is refused by a lock, with the reason', async () => {
    const paper = paperServer();
    paper.state.fails = null;
    const server: ChangeServer = { ...paper.server, save: () => Promise.reject(refused(409)) };
    const { queue } = tab(disk(), server);
    await queue.add([retitled('Mine')]);
    await queue.send();
    assert.deepEqual(queue.store.getState().changes[0]?.trouble, { kind: 'refused', reason: 'refused 409' });
  });

  it('needs nothing when its lost answer had been a yes', async () => {
    const paper = paperServer();
    const { queue } = tab(disk(), paper.server);
    await queue.add([retitled('Mine')]);
    paper.state.fails = null;
    paper.others({ 'dc:title': 'Mine' });
    await queue.send();
    assert.deepEqual(paper.calls, []);
    assert.deepEqual(queue.store.getState().changes, []);
  });
});
