import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedKeys } from './early-keys.ts';

const keysOf = (text: string) =>
  text.split(' ').map((name) => ({
    key: name.replace('Ctrl+', '').replace('Space', ' '),
    ctrlKey: name.startsWith('Ctrl+'),
    metaKey: false,
  }));

const cases: readonly (readonly [string, string, string])[] = [
  ['', '[Lease].pdf', 'nothing but the first part is selected'],
  ['N e w', 'New|.pdf', 'letters take the place of what is selected'],
  ['Ctrl+a N e w', 'New|', 'everything can be selected'],
  ['N Space 2 Enter', 'N 2|.pdf Enter', 'Enter keeps'],
  ['N Escape', 'N|.pdf Escape', 'Esc restores'],
  ['Enter N', '[Lease].pdf Enter', 'what follows the end is not for the name'],
  ['Backspace', '|.pdf', 'Backspace removes what is selected'],
  ['End Backspace x', 'Lease.pdx|', 'Backspace removes one letter'],
  ['😀 Backspace o', 'o|.pdf', 'a letter of two units is one letter'],
  ['ArrowLeft A', 'A|Lease.pdf', 'the caret goes to an end of what was selected'],
  ['Home Backspace', '|Lease.pdf', 'there is nothing before the start'],
  ['Delete F2 Ctrl+c Process', '[Lease].pdf', 'no other key means anything'],
];

for (const [keys, expected, what] of cases) {
  test(`early keys: ${what}`, () => {
    const { text, from, to, end } = typedKeys('Lease.pdf', 5, keys === '' ? [] : keysOf(keys));
    const selected = from === to ? '|' : `[${text.slice(from, to)}]`;
    const shown = text.slice(0, from) + selected + text.slice(to);
    assert.equal(end === undefined ? shown : `${shown} ${end}`, expected);
  });
}
