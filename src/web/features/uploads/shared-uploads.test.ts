import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarise } from './summary.ts';
import { type TestTabs, testTabs } from './test-tabs.ts';
import { failure } from './test-upload-server.ts';
import { file, gate, home, settled, untilTrue, withSource } from './test-uploader.ts';
import { OtherTabGone } from './upload-controls.ts';

/** Holds the bytes of the files with these names until the returned function is called. */
function hold({ server }: TestTabs, ...names: readonly string[]): () => void {
  const held = gate();
  server.before = (call) => (names.some((name) => call === `whole ${name}`) ? held.passed : undefined);
  return held.open;
}

test('what one tab uploads the other shows, to the end, and what is opened later shows it too', async () => {
  const tabs = testTabs();
  const letGo = hold(tabs, 'a.txt');
  const [one, two] = [tabs.open('one'), tabs.open('two')];
  await one.add(file('a.txt', 'eight...'), file('b.txt'));
  await two.seeAll({ 'a.txt': 'sending', 'b.txt': 'done' });
  assert.deepEqual(two.controls.store.getState().otherTabs, ['Title of one']);
  assert.deepEqual(one.controls.store.getState().otherTabs, []);
  // The lines belong to the first tab, so the second may be closed.
  await two.see({});
  const three = tabs.open('three');
  await three.seeAll({ 'a.txt': 'sending', 'b.txt': 'done' });
  letGo();
  for (const tab of [one, two, three]) await tab.seeAll({ 'a.txt': 'done', 'b.txt': 'done' });
  const sums = [one, two, three].map(({ controls }) => summarise(controls.store.getState().items.values()));
  assert.deepEqual(sums[1], sums[0]);
  assert.deepEqual(sums[2], sums[0]);
  assert.deepEqual(two.controls.store.getState().otherTabs, []);
  two.controls.clear();
  for (const tab of [one, two, three]) await tab.seeAll({});
  // Tabs opened later do not show finished lines.
  await one.add(file('c.txt'));
  await two.seeAll({ 'c.txt': 'done' });
  const four = tabs.open('four');
  await settled();
  await four.seeAll({});
});

test('the whole queue goes to a tab that asks, once; then what changes, and nothing where nobody asks', async () => {
  const tabs = testTabs();
  const letGo = hold(tabs, '0.txt');
  const one = tabs.open('one');
  await one.add(...Array.from({ length: 100 }, (_, index) => file(`${index}.txt`)));
  await untilTrue(() => one.uploader.store.getState().items.size === 100);
  const types = new Set(tabs.said.map(({ message }) => message.type));
  assert.deepEqual([...types], ['who', 'begun']);
  await untilTrue(() => tabs.server.files.length === 99);
  const two = tabs.open('two');
  await untilTrue(() => two.controls.store.getState().items.size === 100);
  letGo();
  await untilTrue(() => tabs.server.files.length === 100);
  await settled();
  const lines = tabs.said.flatMap(({ message }) => (message.type === 'lines' ? [message] : []));
  assert.deepEqual(
    lines.map(({ isWhole }) => isWhole),
    [true, ...lines.slice(1).map(() => false)],
  );
  const changed = lines.slice(1).flatMap((message) => message.lines.map(({ item }) => item.name));
  assert.deepEqual(new Set(changed), new Set(['0.txt']));
});

test('what is pressed in one tab is done by the one that has the files', async () => {
  const tabs = testTabs();
  const letGo = hold(tabs, 'a.txt', 'b.txt', 'c.txt');
  const [one, two] = [tabs.open('one'), tabs.open('two')];
  await one.add(file('a.txt'), file('b.txt'), file('c.txt'));
  await two.seeAll({ 'a.txt': 'sending', 'b.txt': 'sending', 'c.txt': 'sending' });
  const { controls } = two;
  controls.pause(one.line('a.txt').id);
  controls.cancel([one.line('b.txt').id]);
  await one.see({ 'a.txt': 'paused', 'c.txt': 'sending' });
  controls.pauseAll();
  await two.seeAll({ 'a.txt': 'paused', 'c.txt': 'paused' });
  letGo();
  await controls.resume(one.line('a.txt').id);
  await two.seeAll({ 'a.txt': 'done', 'c.txt': 'paused' });
  await controls.resumeAll();
  await two.seeAll({ 'a.txt': 'done', 'c.txt': 'done' });
  await two.see({});
  // Files added to the other tab from now on are not paused.
  await two.add(file('d.txt'));
  await two.see({ 'd.txt': 'done' });
  assert.deepEqual(
    tabs.server.files.map(({ name }) => name),
    ['a.txt', 'c.txt', 'd.txt'],
  );
});

test('questions are answered in any tab: taken names, files filed already, failures', async () => {
  const tabs = testTabs();
  const [one, two] = [tabs.open('one'), tabs.open('two')];
  await one.add(file('a.txt', 'one'), file('b.txt', 'two'), file('c.txt', 'three'));
  await one.see({ 'a.txt': 'done', 'b.txt': 'done', 'c.txt': 'done' });
  one.uploader.clear();
  tabs.server.before = (call) => {
    if (call === 'whole e.txt') throw failure(403, 'No');
  };
  await one.add(file('a.txt', '1'), file('b.txt', '2'), file('d.txt', 'three'), file('e.txt'));
  await two.seeAll({ 'a.txt': 'conflict', 'b.txt': 'conflict', 'd.txt': 'duplicate', 'e.txt': 'failed' });
  const lines = [...two.controls.store.getState().items.values()];
  const idOf = (name: string) => lines.find((line) => line.name === name)?.id ?? '';
  two.controls.decide([idOf('a.txt')], 'keep-both');
  await one.see({ 'a (2).txt': 'done', 'b.txt': 'conflict', 'd.txt': 'duplicate', 'e.txt': 'failed' });
  two.controls.decideAll('skip');
  two.controls.decideSame([idOf('d.txt')], 'skip');
  tabs.server.before = () => {};
  two.controls.retryFailed();
  await two.seeAll({ 'a (2).txt': 'done', 'b.txt': 'skipped', 'd.txt': 'skipped', 'e.txt': 'done' });
});

test('a drop that is too large is asked about in any tab', async () => {
  const tabs = testTabs();
  tabs.server.limit = async () => ({ left: 2_000_000, title: 'Deeds' });
  const [one, two] = [tabs.open('one'), tabs.open('two')];
  await one.add(file('large.bin', new Uint8Array(3_000_000)), file('small.txt'));
  await untilTrue(() => two.controls.store.getState().shortage !== null);
  assert.equal(two.controls.store.getState().shortage?.title, 'Deeds');
  two.controls.startWhatFits();
  await two.seeAll({ 'large.bin': 'paused', 'small.txt': 'done' });
  await untilTrue(() => two.controls.store.getState().shortage === null);
  assert.equal(two.controls.store.getState().shortage, null);
});

test('of two tabs that upload at once each shows all, and runs its own', async () => {
  const tabs = testTabs();
  const letGo = hold(tabs, 'a.txt', 'b.txt');
  const [one, two] = [tabs.open('one'), tabs.open('two')];
  await one.add(file('a.txt'));
  await two.add(file('b.txt'));
  for (const tab of [one, two]) await tab.seeAll({ 'a.txt': 'sending', 'b.txt': 'sending' });
  one.controls.cancel([one.line('a.txt').id, two.line('b.txt').id]);
  for (const tab of [one, two]) await tab.seeAll({});
  letGo();
  await one.add(file('c.txt'));
  await two.add(file('d.txt'));
  await one.see({ 'c.txt': 'done' });
  await two.see({ 'd.txt': 'done' });
  for (const tab of [one, two]) await tab.seeAll({ 'c.txt': 'done', 'd.txt': 'done' });
});

test('what a closed tab leaves is taken up by one of the others, and shown by all', async () => {
  const tabs = testTabs();
  hold(tabs, 'a.txt');
  const [one, two, three] = [tabs.open('one'), tabs.open('two'), tabs.open('three')];
  await one.add(file('a.txt'), file('b.txt'));
  for (const tab of [two, three]) await tab.seeAll({ 'a.txt': 'sending', 'b.txt': 'done' });
  one.close();
  tabs.server.before = () => {};
  for (const tab of [two, three]) await tab.seeAll({ 'a.txt': 'interrupted' });
  const held = [two, three].map(({ uploader }) => uploader.store.getState().items.size);
  assert.deepEqual(held.toSorted(), [0, 1]);
});

test('an interrupted file is chosen again in any tab, which sends it from then on', async () => {
  const tabs = testTabs();
  hold(tabs, 'a.txt', 'b.txt');
  const before = tabs.open('before');
  const [one, two] = [tabs.open('one'), tabs.open('two')];
  await before.add(file('a.txt'), file('b.txt'));
  await one.seeAll({ 'a.txt': 'sending', 'b.txt': 'sending' });
  before.close();
  tabs.server.before = () => {};
  const [holder, other] = (await untilTrue(() => one.uploader.store.getState().items.size === 2))
    ? [one, two]
    : [two, one];
  await other.seeAll({ 'a.txt': 'interrupted', 'b.txt': 'interrupted' });
  const given = async function* (name: string) {
    const found = file(name);
    yield { found: [found], junk: 0 };
  };
  assert.equal(await other.controls.reopen(given('stranger.txt')), 0);
  assert.equal(await other.controls.reopen(given('a.txt')), 1);
  await other.see({ 'a.txt': 'done', 'b.txt': 'interrupted' });
  await holder.see({});
  // The same for files dropped on its folder.
  await holder.controls.add(given('b.txt'), home);
  await holder.see({ 'b.txt': 'done' });
  for (const tab of [one, two]) await tab.seeAll({ 'a.txt': 'done', 'b.txt': 'done' });
});

test('a file that may be read after a click only is read where one clicks', async () => {
  const tabs = testTabs();
  const asked: string[] = [];
  const found = new File(['kept'], 'kept.txt', { lastModified: 1 });
  const handle = {
    kind: 'file' as const,
    name: 'kept.txt',
    isSameEntry: async () => false,
    getFile: async () => found,
    requestPermission: async (): Promise<PermissionState> => {
      asked.push('asked');
      return 'granted';
    },
  };
  hold(tabs, 'kept.txt');
  const before = tabs.open('before');
  const one = tabs.open('one');
  await before.add(withSource(file('kept.txt', 'kept'), { root: { id: 'r', handle }, path: [] }));
  await one.seeAll({ 'kept.txt': 'sending' });
  before.close();
  await one.see({ 'kept.txt': 'paused' });
  tabs.server.before = () => {};
  const two = tabs.open('two');
  await two.seeAll({ 'kept.txt': 'paused' });
  await two.controls.resumeAll();
  await two.see({ 'kept.txt': 'done' });
  assert.deepEqual(asked, ['asked']);
  await one.see({});
});

test('a file that has changed is known again in another tab, by its place', async () => {
  const tabs = testTabs();
  const changed = new File(['as it is now'], 'a.txt', { lastModified: 2 });
  const handle = {
    kind: 'file' as const,
    name: 'a.txt',
    isSameEntry: async () => false,
    getFile: async () => changed,
  };
  hold(tabs, 'a.txt');
  const before = tabs.open('before');
  const one = tabs.open('one');
  await before.add(withSource(file('a.txt', 'as it was'), { root: { id: 'r', handle }, path: [] }));
  await one.seeAll({ 'a.txt': 'sending' });
  before.close();
  tabs.server.before = () => {};
  await one.see({ 'a.txt': 'paused' });
  await one.controls.resumeAll();
  await one.see({ 'a.txt': 'interrupted' });
  const two = tabs.open('two');
  await two.seeAll({ 'a.txt': 'interrupted' });
  const again = async function* () {
    const found = { kind: 'file' as const, file: changed, steps: [], root: null, path: [] };
    yield { found: [found], junk: 0 };
  };
  assert.equal(await two.controls.reopen(again()), 1);
  await two.see({ 'a.txt': 'done' });
  assert.equal(await tabs.server.files[0]?.bytes?.text(), 'as it is now');
});

test('while one tab has the form open another files nothing, until it is closed with its tab', async () => {
  const tabs = testTabs();
  const letGo = hold(tabs, 'a.txt');
  const [one, two] = [tabs.open('one'), tabs.open('two')];
  await one.add(file('a.txt'));
  await two.seeAll({ 'a.txt': 'sending' });
  two.controls.setDescribing(true);
  await untilTrue(() => one.uploader.store.getState().describing);
  letGo();
  await two.seeAll({ 'a.txt': 'described' });
  await two.controls.describe([one.line('a.txt').id], { type: 'Picture', properties: {} });
  two.close();
  await one.see({ 'a.txt': 'done' });
  assert.equal(tabs.server.files[0]?.type, 'Picture');
});

test('the form learns what the server refused in the other tab, and that this was closed', async () => {
  const tabs = testTabs();
  const [one, two] = [tabs.open('one'), tabs.open('two')];
  await one.add(file('a.txt'));
  await two.seeAll({ 'a.txt': 'done' });
  const ids = [one.line('a.txt').id];
  const details = { type: null, properties: { 'dc:source': 'x' } };
  tabs.server.before = (call) => {
    if (call.startsWith('describe')) throw failure(400, 'Not this source');
  };
  await assert.rejects(two.controls.describe(ids, details), /Not this source/);
  tabs.server.before = () => gate().passed;
  const waiting = assert.rejects(two.controls.describe(ids, details), OtherTabGone);
  await settled();
  one.close();
  await waiting;
  await two.seeAll({});
});

test('a tab that nobody sees draws nothing until somebody does', async () => {
  const tabs = testTabs();
  const [one, two] = [tabs.open('one'), tabs.open('two')];
  two.isSeen = false;
  await one.add(file('a.txt'));
  await one.seeAll({ 'a.txt': 'done' });
  await settled();
  await two.seeAll({});
  two.isSeen = true;
  two.redraw();
  await two.seeAll({ 'a.txt': 'done' });
});
