import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentPath, parseAddress } from './address.ts';

const cases: readonly [string, string, readonly string[], readonly string[]][] = [
  ['/id/42', '', ['id', '42'], []],
  ['/path/a%20b/c%2Fd/', '', ['path', 'a b', 'c/d'], []],
  ['/path', '', ['path'], []],
  ['/path//@children', '', ['path', ''], ['children:']],
  [
    '/repo/other/path/x/@blob/files:files/0/file/@convert',
    'other',
    ['path', 'x'],
    ['blob:files:files/0/file', 'convert:'],
  ],
  ['/path/a;b=c/%40home/x@y', '', ['path', 'a;b=c', '@home', 'x@y'], []],
  ['/path/cafe%CC%81', '', ['path', 'caf\u00e9'], []],
  [
    '/directory/nature/http://address.com/x',
    '',
    ['directory', 'nature', 'http:', '', 'address.com', 'x'],
    [],
  ],
  ['/automation/Log/@async/7/status', '', ['automation', 'Log'], ['async:7/status']],
  ['/@emptyWithDefault', '', [], ['emptyWithDefault:']],
];

for (const [path, repository, segments, steps] of cases) {
  test(`reads ${path}`, () => {
    const address = parseAddress(path);
    assert.equal(address.repository ?? '', repository);
    assert.deepEqual(address.segments, segments);
    assert.deepEqual(
      address.steps.map((step) => `${step.adapter}:${step.path.join('/')}`),
      steps,
    );
  });
}

test('takes ids only from the matrix of bulk', () => {
  const address = parseAddress('/bulk;id=a;id=b%20c/@op/Log');
  assert.deepEqual(address.segments, ['bulk']);
  assert.deepEqual(address.matrixIds, ['a', 'b c']);
  assert.deepEqual(parseAddress('/id;id=a').matrixIds, []);
});

test('refuses broken percent-encoding and empty path components', () => {
  assert.throws(() => parseAddress('/path/%E9'), { status: 400 });
  assert.throws(() => documentPath(['a', '', 'b']), { status: 404 });
  assert.equal(documentPath(['']), '/');
  assert.equal(documentPath(['a', 'b']), '/a/b');
});

test('an id that is a web address keeps its last slash', () => {
  assert.deepEqual(parseAddress('/directory/nature/http://address.com/').segments, [
    'directory',
    'nature',
    'http:',
    '',
    'address.com',
    '',
  ]);
  assert.deepEqual(parseAddress('/directory/nature/article/').segments, ['directory', 'nature', 'article']);
  assert.deepEqual(parseAddress('/directory/nature/').segments, ['directory', 'nature']);
});
