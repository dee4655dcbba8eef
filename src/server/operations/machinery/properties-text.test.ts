import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsv } from './csv.ts';
import { readListText, readPropertiesText } from './properties-text.ts';

test('lines of key=value, comments, continued lines', async () => {
  assert.deepEqual(await readPropertiesText('dc:title=A = B\n# no\n\ndc:description=one\\\ntwo\r\nnothing'), {
    'dc:title': 'A = B',
    'dc:description': 'one\ntwo',
  });
});

test('an escaped comma separates nothing', () => {
  assert.deepEqual(readListText('a, b\\,c ,d'), ['a', 'b,c', 'd']);
  assert.deepEqual(readListText(' '), []);
});

test('CSV with quotes, either separator, and no last line end', async () => {
  const rows = async (text: string) => {
    const found: (readonly string[])[] = [];
    for await (const row of readCsv(text)) found.push(row);
    return found;
  };
  assert.deepEqual(await rows('id,label\r\n1,"a ""b"", c"\n2,"two\nlines"'), [
    ['id', 'label'],
    ['1', 'a "b", c'],
    ['2', 'two\nlines'],
  ]);
  assert.deepEqual(await rows('id;label\n1;x'), [
    ['id', 'label'],
    ['1', 'x'],
  ]);
  assert.deepEqual(await rows('a,"",\n,,\n"""",b"c"\n"never, closed\n'), [
    ['a', '', ''],
    ['"', 'b"c"'],
    ['never, closed\n'],
  ]);
  assert.deepEqual(await rows(''), []);
  const [wide] = await rows(`x${','.repeat(100_000)}`);
  assert.equal(wide?.length, 1_000);
});
