import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readContributions, wordsIn } from './contributions.ts';

it('names the protocol and the first mistake', () => {
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [null, /define/],
    [{ protocol: 2, name: 'x' }, /protocol 2/],
    [{ protocol: 1 }, /^name:/],
    [{ protocol: 1, name: 'x', columns: {} }, /^columns:/],
    [{ protocol: 1, name: 'x', columns: [{ key: 'a b', title: 'x' }] }, /^columns\[0\]\.key:/],
    [{ protocol: 1, name: 'x', columns: [{ key: 'a', title: '' }] }, /^columns\[0\]\.title:/],
    [{ protocol: 1, name: 'x', columns: [{ key: 'a', title: 'A', properties: ['x--y'] }] }, /properties:/],
    [{ protocol: 1, name: 'x', pages: [{ key: 'a', title: 'A', icon: 'skull' }] }, /^pages\[0\]\.icon:/],
    [{ protocol: 1, name: 'x', previewers: [{ key: 'a', mediaTypes: ['*'] }] }, /mediaTypes:/],
    [{ protocol: 1, name: 'x', actions: [{ key: 'a', label: 'A', applies: { most: 0 } }] }, /applies\.most:/],
    [{ protocol: 1, name: 'x', actions: [{ key: 'a', label: 'A', permissions: 'Write' }] }, /permissions:/],
    [{ protocol: 1, name: 'x', actions: [{ key: 'a', label: 'A', permissions: ['a b'] }] }, /permissions:/],
    [
      {
        protocol: 1,
        name: 'x',
        panels: [
          { key: 'a', title: 'A' },
          { key: 'a', title: 'B' },
        ],
      },
      /^panels\[1\]\.key:/,
    ],
    [
      {
        protocol: 1,
        name: 'x',
        pages: Array.from({ length: 21 }, (_, at) => ({ key: `${at}`, title: 'A' })),
      },
      /^pages:/,
    ],
  ];
  for (const [value, message] of cases) assert.throws(() => readContributions(value), { message });
});

it('fills what is left out', () => {
  const read = readContributions({
    protocol: 1,
    name: { en: 'Notes', fr: 'Notes' },
    columns: [{ key: 'a', title: 'A', properties: ['dc:created'], onerror: 'alert(1)' }],
    actions: [{ key: 'b', label: 'B' }],
  });
  assert.deepEqual(read.columns, [
    { key: 'a', title: 'A', properties: ['dc:created'], sortable: false, width: 120, align: 'start' },
  ]);
  assert.equal(read.actions[0]?.icon, 'puzzle');
  assert.deepEqual(read.actions[0]?.permissions, []);
  assert.deepEqual(read.pages, []);
});

it('speaks the reader’s language, else English', () => {
  assert.equal(wordsIn({ en: 'Due', fr: 'Échéance' }, 'fr'), 'Échéance');
  assert.equal(wordsIn({ en: 'Due', fr: 'Échéance' }, 'ja'), 'Due');
  assert.equal(wordsIn('Due', 'ja'), 'Due');
});
