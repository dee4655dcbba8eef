import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldUnchanged, type Passage, textDifferences } from './text-differences.ts';

function written(passages: readonly Passage[] | null): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['[+', '+]'] } as const;
  return (passages ?? [])
    .flatMap(({ pieces }) => pieces)
    .map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`)
    .join('');
}

const cases: readonly (readonly [what: string, earlier: string, later: string, result: string])[] = [
  ['equal texts', 'One\nTwo\n', 'One\nTwo\n', 'One\nTwo\n'],
  [
    'a changed word',
    'The rent is 800 francs\n',
    'The rent is 900 francs\n',
    'The rent is [-800-][+900+] francs\n',
  ],
  ['a line that went', 'One\nTwo\nThree\n', 'One\nThree\n', 'One\n[-Two\n-]Three\n'],
  ['a line that came', 'One\n', 'One\nTwo\n', 'One\n[+Two\n+]'],
  ['breaks of another system', 'One\r\nTwo\r\n', 'One\nTwo\n', 'One\nTwo\n'],
  [
    'words without spaces between them',
    '今日は良い天気です',
    '今日は悪い天気です',
    '今日は[-良-][+悪+]い天気です',
  ],
  ['nothing and something', '', 'One', '[+One+]'],
];

describe('textDifferences', () => {
  for (const [what, earlier, later, result] of cases) {
    it(`marks ${what}`, () => {
      assert.equal(written(textDifferences(earlier, later, 'ja')), result);
    });
  }

  it('loses no letter of either text', () => {
    const earlier = 'Article 1\n\n  The tenant pays.\nArticle 2\nIt ends.';
    const later = 'Article 1\n\n  The tenant and the heir pay.\n\nArticle 3\nIt ends.\n';
    const pieces = (textDifferences(earlier, later, 'en') ?? []).flatMap((passage) => passage.pieces);
    const without = (kind: string) =>
      pieces
        .filter((piece) => piece.kind !== kind)
        .map(({ text }) => text)
        .join('');
    assert.equal(without('added'), earlier);
    assert.equal(without('removed'), later);
  });

  it('gives up on texts that have nothing in common', () => {
    const lines = (word: string) => Array.from({ length: 1_600 }, (_, nth) => `${word} ${nth}`).join('\n');
    assert.equal(textDifferences(lines('one'), lines('two'), 'en'), null);
  });
});

describe('fold', () => {
  const ten = Array.from({ length: 10 }, (_, nth) => `${nth}\n`).join('');

  it('keeps what lies next to differences', () => {
    assert.deepEqual(foldUnchanged(ten, { before: true, after: true }), {
      before: '0\n1\n2\n',
      hidden: '3\n4\n5\n6\n',
      lines: 4,
      after: '7\n8\n9\n',
    });
  });

  it('hides the whole beginning and end', () => {
    assert.equal(foldUnchanged(ten, { before: false, after: true })?.lines, 7);
    assert.equal(foldUnchanged(ten, { before: true, after: false })?.lines, 7);
  });

  it('hides no two lines', () => {
    assert.equal(foldUnchanged('1\n2\n3\n4\n5\n6\n7\n8\n', { before: true, after: true }), null);
  });
});
