import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentDisposition, filenameOf } from './content-disposition.ts';

test('plain names without quotes, all others in extended form only', () => {
  assert.equal(contentDisposition('foo.txt', false), 'attachment; filename=foo.txt');
  assert.equal(contentDisposition(null, true), 'inline; filename=file');
  assert.equal(
    contentDisposition('café (1).txt', false),
    "attachment; filename*=UTF-8''caf%C3%A9%20%281%29.txt",
  );
  assert.equal(contentDisposition('a\r\nX: y', false), "attachment; filename*=UTF-8''a%0D%0AX%3A%20y");
});

test('what goes out can be read back', () => {
  for (const name of ['a.txt', 'café.txt', '契約書.pdf', `it's "quoted";.txt`, '100%.txt']) {
    assert.equal(filenameOf(contentDisposition(name, false)), name);
  }
  assert.equal(filenameOf('form-data; name="input"; filename="a \\"b\\".txt"'), 'a "b".txt');
  assert.equal(filenameOf('form-data; name="input"'), undefined);
});
