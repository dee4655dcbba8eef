import assert from 'node:assert/strict';
import { it } from 'node:test';
import { press } from './press.test-support.ts';
import { ariaKeys, isPlainKey, matchesKeys, shownKeys } from './shortcut-keys.ts';

it('reads mod as Ctrl, and as Cmd on a Mac', () => {
  assert.equal(matchesKeys('mod+K', press('k', { ctrlKey: true }), false), true);
  assert.equal(matchesKeys('mod+K', press('k', { ctrlKey: true }), true), false);
  assert.equal(matchesKeys('mod+K', press('k', { metaKey: true }), true), true);
  assert.equal(matchesKeys('mod+K', press('k'), false), false);
});

it('wants exactly the keys that are held', () => {
  assert.equal(matchesKeys('F6', press('F6', { shiftKey: true }), false), false);
  assert.equal(matchesKeys('shift+F6', press('F6', { shiftKey: true }), false), true);
  assert.equal(matchesKeys('T', press('t', { ctrlKey: true }), false), false);
  assert.equal(matchesKeys('space', press(' '), false), true);
});

it('takes a sign with or without the Shift its keyboard needs', () => {
  assert.equal(matchesKeys('?', press('?', { shiftKey: true }), false), true);
  assert.equal(matchesKeys('/', press('/'), false), true);
});

it('knows a plus from what joins keys', () => {
  assert.equal(matchesKeys('+', press('+', { shiftKey: true }), false), true);
  assert.equal(matchesKeys('+', press('-'), false), false);
  assert.equal(matchesKeys('mod++', press('+', { ctrlKey: true }), false), true);
  assert.equal(shownKeys('+', String, false), '+');
  assert.equal(isPlainKey('+'), true);
});

it('knows the keys that typing produces', () => {
  assert.deepEqual(['T', '?', 'mod+K', 'F2', 'Delete'].map(isPlainKey), [true, true, false, false, false]);
});

it('shows keys as the keyboard names them', () => {
  const nameOf = (key: string) => ({ ctrl: 'Strg', shift: 'Umschalt', space: 'Leertaste' })[key] ?? key;
  assert.equal(shownKeys('mod+shift+z', nameOf, false), 'Strg+Umschalt+Z');
  assert.equal(shownKeys('mod+shift+z', nameOf, true), '⇧⌘Z');
  assert.equal(shownKeys('space', nameOf, false), 'Leertaste');
  assert.equal(shownKeys('Enter', nameOf, false), '↵');
});

it('names keys to assistive technology as events do', () => {
  const names = ['F2', 'alt+ArrowUp', 'PageDown', 'Delete', 'space', 'mod+shift+z', 'p'].map((keys) =>
    ariaKeys(keys, false),
  );
  assert.deepEqual(names, ['F2', 'Alt+ArrowUp', 'PageDown', 'Delete', 'Space', 'Control+Shift+Z', 'P']);
});
