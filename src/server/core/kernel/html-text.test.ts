import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText, withoutTags } from './html-text.ts';

test('tags go, words stay', () => {
  assert.equal(withoutTags('<p class="a">one<br/>two</p> 1 < 2', ' '), ' one two  1 < 2');
});

for (const [html, text] of [
  ['<p>One<br>two</p><ul><li>three</li></ul>', 'One\ntwo\nthree'],
  ['a &lt;b&gt; &amp;&nbsp;c &copy;', 'a <b> & c &copy;'],
  ['<STYLE>p { color: red }</style >one<script>if (a</b>/) </script>two', 'onetwo'],
  ['one<script>two</style>', 'one'],
  ['one</script>two', 'onetwo'],
] as const) {
  test(`${html} reads ${JSON.stringify(text)}`, () => assert.equal(plainText(html), text));
}

/** Each of these took minutes when every opening tag searched the whole rest for its end. */
for (const piece of ['<', '<br ', '<style ', '<script><'] as const) {
  test(`a megabyte of ${piece} is read at once`, () => {
    plainText(piece.repeat(1_000_000 / piece.length));
  });
}
