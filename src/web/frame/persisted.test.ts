import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { persisted } from './persisted.ts';

const written = new Map<string, string>();
let isFull = false;
const storage = {
  getItem: (name: string) => written.get(name) ?? null,
  setItem: (name: string, text: string) => {
    if (isFull) throw new DOMException('No room', 'QuotaExceededError');
    written.set(name, text);
  },
};
Object.defineProperty(globalThis, 'window', { value: { localStorage: storage, sessionStorage: storage } });

const initial = { share: 0.5, open: false };

beforeEach(() => {
  written.clear();
  isFull = false;
});

it('takes up what an earlier page wrote, over the state at rest', () => {
  persisted(initial, { name: 'panes' }).setState({ share: 0.7 });
  assert.equal(written.get('panes'), '{"state":{"share":0.7,"open":false},"version":0}');
  written.set('panes', '{"state":{"share":0.8},"version":0}');
  assert.deepEqual(persisted(initial, { name: 'panes' }).getState(), { share: 0.8, open: false });
});

it('begins at rest where nothing can be read, and with what another version wrote', () => {
  for (const text of ['{', '3', 'null', '{"state":{"share":0.8},"version":0}']) {
    written.set('panes', text);
    assert.deepEqual(persisted(initial, { name: 'panes', version: 1 }).getState(), initial);
  }
});

it('writes the part that is to be kept, and goes on without room', () => {
  const useStore = persisted(initial, { name: 'panes', partialize: ({ share }) => ({ share }) });
  useStore.setState({ share: 0.6, open: true });
  assert.equal(written.get('panes'), '{"state":{"share":0.6},"version":0}');
  isFull = true;
  useStore.setState({ share: 0.4 });
  assert.equal(useStore.getState().share, 0.4);
});
