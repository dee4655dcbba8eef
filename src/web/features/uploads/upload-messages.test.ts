import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { file, testUploads, untilTrue } from './test-uploader.ts';
import { createUploadChannel, isUploadMessage, type UploadChannel } from './upload-messages.ts';

const state = {
  pausedAll: false,
  held: null,
  reading: false,
  junk: 0,
  shortage: null,
  describing: false,
  title: 'Deeds',
};

async function aLine() {
  const { add, line, see } = testUploads();
  await add(file('a.txt'));
  await see({ 'a.txt': 'done' });
  return { ...line('a.txt'), slot: null };
}

test('a line is taken for one only when all of it is as this release has it', async () => {
  const item = await aLine();
  const messageOf = (change: object) => ({
    type: 'lines',
    isWhole: false,
    lines: [{ item: { ...item, ...change }, isToBeAsked: false }],
    removed: [],
    state: null,
  });
  const existing = { id: 'd', title: 'A', size: null, modified: null, mayReplace: true };
  const same = { id: 'd', title: 'A', path: '/a', mayReplace: true };
  for (const good of [
    {},
    { existing, decision: 'keep-both' },
    { same, sameDecision: 'link' },
    { details: { type: null, properties: {} } },
    { problem: { kind: 'quota', detail: '' } },
  ])
    assert.equal(isUploadMessage(messageOf(good)), true, JSON.stringify(good));
  for (const bad of [
    { id: 7 },
    { size: '7' },
    { kind: 'link' },
    { purpose: 'rent' },
    { target: { id: 'x' } },
    { steps: ['a', 7] },
    { phase: 'flying' },
    { phase: 'toString' },
    { slot: { batchId: 'b', index: 0, shared: false } },
    { attempted: null },
    { decision: 'burn' },
    { existing: { ...existing, size: '7' } },
    { sameDecision: 'burn' },
    { same: { ...same, path: null } },
    { details: { type: null } },
    { problem: { kind: 'bad luck', detail: '' } },
    { folderId: 7 },
    { documentId: undefined },
  ])
    assert.equal(isUploadMessage(messageOf(bad)), false, JSON.stringify(bad));
});

test('what is no message is refused', () => {
  const whole = { type: 'lines', isWhole: true, lines: [], removed: [], state };
  const call = { type: 'call', asked: '1', name: 'pause', args: ['a'] };
  for (const good of [
    { type: 'who' },
    { type: 'begun' },
    { type: 'left' },
    { type: 'ask' },
    whole,
    { ...whole, state: { ...state, held: 'busy', shortage: { needed: 2, left: 1, title: 'A', ids: ['a'] } } },
    call,
    { type: 'answer', asked: '1', failure: null },
  ])
    assert.equal(isUploadMessage(good), true, JSON.stringify(good));
  for (const bad of [
    null,
    'who',
    {},
    { type: 'token' },
    { ...whole, state: null },
    { ...whole, lines: [{}] },
    { ...whole, removed: [1] },
    { ...whole, state: { ...state, held: 'bad luck' } },
    { ...whole, state: { ...state, shortage: { needed: 2, left: 1, title: 'A', ids: 'a' } } },
    { ...whole, state: { ...state, title: undefined } },
    { ...call, name: 'close' },
    { ...call, args: 'a' },
    { type: 'answer', asked: '1' },
  ])
    assert.equal(isUploadMessage(bad), false, JSON.stringify(bad));
});

const open: UploadChannel[] = [];
after(() => {
  for (const channel of open) channel.close();
});

test('tabs of one person and server hear each other, and what is for one tab that tab alone', async () => {
  const heard: string[] = [];
  const opened = (owner: string, tab: string): UploadChannel => {
    const channel = createUploadChannel(owner, tab);
    open.push(channel);
    channel.listen(({ type }, from) => heard.push(`${owner}/${tab}: ${type} of ${from}`));
    return channel;
  };
  const one = opened('ann', 'one');
  opened('ann', 'two');
  opened('ann', 'three');
  opened('bob', 'four');
  const stranger = new BroadcastChannel('ann:uploads:1');
  stranger.postMessage({ from: 'five', message: { type: 'token' } });
  stranger.postMessage({ message: { type: 'who' } });
  one.post({ type: 'who' });
  one.send('two', { type: 'ask' });
  one.send('two', { type: 'left' });
  await untilTrue(() => heard.length === 4);
  stranger.close();
  assert.deepEqual(heard.toSorted(), [
    'ann/three: who of one',
    'ann/two: ask of one',
    'ann/two: left of one',
    'ann/two: who of one',
  ]);
  one.close();
  one.post({ type: 'who' });
  one.send('two', { type: 'ask' });
});
