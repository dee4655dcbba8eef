/** Tests marks of Markdown and HTML around a selection; `[` and `]` are its ends here. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type MarkedFormat, type SelectedText, type TextMark, withMark } from './text-marks.ts';

function read(written: string): SelectedText {
  const start = written.indexOf('⟦');
  const end = written.indexOf('⟧') - 1;
  return { text: written.replace(/[⟦⟧]/g, ''), start, end };
}

function marked(mark: TextMark, format: MarkedFormat, written: string): string {
  const selected = read(written);
  const { from, to, insert, start, end } = withMark(mark, format, selected);
  const text = selected.text.slice(0, from) + insert + selected.text.slice(to);
  return `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;
}

const cases: readonly (readonly [mark: TextMark, format: MarkedFormat, before: string, after: string])[] = [
  ['bold', 'markdown', 'the ⟦rent⟧ is due', 'the **⟦rent⟧** is due'],
  ['bold', 'markdown', 'the **⟦rent⟧** is due', 'the ⟦rent⟧ is due'],
  ['italic', 'markdown', '⟦⟧', '_⟦⟧_'],
  ['link', 'markdown', 'see ⟦annex⟧', 'see [⟦annex⟧](https://)'],
  ['heading', 'markdown', 'One\nTw⟦⟧o\nThree', 'One\n## Two⟦⟧\nThree'],
  ['list', 'markdown', '⟦One\nTwo⟧\nThree', '⟦- One\n- Two⟧\nThree'],
  ['list', 'markdown', '⟦- One\n- Two⟧', '⟦One\nTwo⟧'],
  ['list', 'markdown', '⟦One\n⟧Two', '⟦- One⟧\nTwo'],
  ['numbers', 'markdown', '⟦One\nTwo⟧', '⟦1. One\n2. Two⟧'],
  ['quote', 'markdown', 'O⟦n⟧e', '⟦> One⟧'],
  ['bold', 'html', 'the ⟦rent⟧', 'the <strong>⟦rent⟧</strong>'],
  ['heading', 'html', '⟦Rent⟧', '<h2>⟦Rent⟧</h2>'],
  ['list', 'html', '⟦One\nTwo⟧', '<ul>\n  <li>⟦One</li>\n  <li>Two⟧</li>\n</ul>'],
];

for (const [mark, format, before, after] of cases) {
  it(`makes ${JSON.stringify(after)} of ${JSON.stringify(before)} (${mark}, ${format})`, () => {
    assert.equal(marked(mark, format, before), after);
  });
}
