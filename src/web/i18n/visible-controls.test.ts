import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisibleControls } from './visible-controls.ts';

test('signs that turn a name round are seen, and all others stay', () => {
  assert.equal(withVisibleControls('annexe\u202efdp.exe'), 'annexe\ufffdfdp.exe');
  assert.equal(
    withVisibleControls('a\u202a\u202b\u202c\u202d\u2066\u2067b'),
    'a\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdb',
  );
  for (const name of ['Lease (2).pdf', 'عقد\u200f 2.pdf', '\u2068Lease\u2069', '契約書.pdf'])
    assert.equal(withVisibleControls(name), name);
});
