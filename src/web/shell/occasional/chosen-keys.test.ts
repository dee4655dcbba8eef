/** Which key presses people may choose as their own keys. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { it } from 'node:test';
import { press } from '#web/ui/press.test-support.ts';
import { isPlainKey, matchesKeys, setOwnKeys, shownKeys } from '#web/ui/shortcut-keys.ts';
import { choosableKeys, commandWith, isChoosable, mayBeChosen, writtenKeys } from './chosen-keys.ts';

it('writes a press as the code does', () => {
  assert.equal(writtenKeys(press('g'), false), 'G');
  assert.equal(writtenKeys(press('G', { shiftKey: true, ctrlKey: true }), false), 'mod+shift+G');
  assert.equal(writtenKeys(press('G', { shiftKey: true, metaKey: true }), true), 'mod+shift+G');
  assert.equal(writtenKeys(press('!', { shiftKey: true }), false), '!');
  assert.equal(writtenKeys(press('ß'), false), 'ß');
  assert.equal(writtenKeys(press(' '), false), 'space');
  for (const key of ['Shift', 'Control', 'Dead']) assert.equal(writtenKeys(press(key), false), undefined);
  assert.equal(writtenKeys(press('g', { metaKey: true }), false), undefined);
});

it('leaves what everybody and every browser needs', () => {
  for (const keys of [
    ...['Tab', 'Escape', 'shift+Enter', 'space', 'F2', 'F5', 'F12', 'shift+F10', 'alt+ArrowLeft'],
    ...['mod+C', 'mod+shift+T', 'mod+F', 'mod+1', 'mod+W', 'mod++', 'mod+F9', 'alt+D', 'alt+F4'],
  ])
    assert.equal(mayBeChosen(keys), false, keys);
  for (const keys of ['G', 'F9', 'alt+G', 'mod+K', '!', '+', 'shift+G'])
    assert.equal(mayBeChosen(keys), true, keys);
});

it('finds what has them already, by what is pressed now', () => {
  const listed = choosableKeys.map(([keys]) => ({ keys }));
  assert.equal(commandWith('M', 'T', listed, {})?.keys, 'M');
  assert.equal(commandWith('M', 'M', listed, {}), undefined);
  assert.equal(commandWith('M', 'T', listed, { M: 'G' }), undefined);
  assert.equal(commandWith('G', 'T', listed, { M: 'G' })?.keys, 'M');
});

it('counts and shows what the reader chose, and nothing else', () => {
  setOwnKeys({ T: 'F9', 'mod+K': 'G' });
  assert.equal(matchesKeys('T', press('F9'), false), true);
  assert.equal(matchesKeys('T', press('t'), false), false);
  assert.equal(matchesKeys('M', press('m'), false), true);
  assert.equal(shownKeys('T', String, false), 'F9');
  assert.equal(isPlainKey('T'), false);
  assert.equal(isPlainKey('mod+K'), true);
  setOwnKeys({});
  assert.equal(matchesKeys('T', press('t'), false), true);
});

/** Keys with a fixed meaning: undo, the clipboard, the list's own arrows and the browser's search (pressed twice). */
const ofEverybody = new Set(
  'Enter Escape space F2 F6 shift+F6 mod+Enter mod+X mod+C mod+V mod+Z mod+F mod+ArrowLeft mod+ArrowRight ArrowUp ArrowDown alt+ArrowUp'.split(
    ' ',
  ),
);

it('knows every key that is written in the code', async () => {
  for await (const file of glob('src/web/**/*.{ts,tsx}')) {
    if (file.includes('.test.')) continue;
    const code = readFileSync(file, 'utf8');
    for (const [, keys = ''] of code.matchAll(/\b(?:keys|shortcut)(?:=|: )['"]([^'"]+)['"]/g))
      assert.ok(isChoosable(keys) || ofEverybody.has(keys), `${keys} in ${file}`);
  }
});
