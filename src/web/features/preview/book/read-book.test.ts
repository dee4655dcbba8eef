import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { readBook } from './read-book.ts';

function open(parts: Readonly<Record<string, string>>) {
  const bytes = new TextEncoder();
  const zipped = zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, bytes.encode(text)])),
  );
  return readBook(zipped.length, async (start, end) => zipped.slice(start, end));
}

const container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>';

function book(contents: string, more: Readonly<Record<string, string>>) {
  return open({
    'META-INF/container.xml': container,
    'OPS/book.opf': `<package><manifest><item id="one" href="text/one.xhtml" media-type="application/xhtml+xml"/><item id="two" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/><item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/><item id="pic" href="pic.png" media-type="image/png"/><item id="css" href="a.css" media-type="text/css"/>${contents}</manifest><spine><itemref idref="two"/><itemref idref="one"/><itemref idref="gone"/></spine></package>`,
    'OPS/text/one.xhtml': '<p>One</p>',
    'OPS/text/two b.xhtml': '<p>Two</p>',
    'OPS/pic.png': 'PNG',
    'OPS/a.css': 'p { color: red }',
    'secret.png': 'PNG',
    ...more,
  });
}

test('what is no book, or has no chapter, is refused', async () => {
  await assert.rejects(open({ 'a.txt': 'words' }));
  await assert.rejects(open({ 'META-INF/container.xml': container }));
  await assert.rejects(
    open({
      'META-INF/container.xml': container,
      'OPS/book.opf': '<package><spine><itemref idref="a"/></spine></package>',
    }),
  );
});

test('chapters come in the order of reading, with contents of either kind', async () => {
  const nav =
    '<html><nav epub:type="landmarks"><ol><li><a href="text/one.xhtml">No</a></li></ol></nav><nav epub:type="toc"><ol><li><a href="text/two%20b.xhtml">Part <b>two</b></a><ol><li><a href="text/one.xhtml#x">One</a></li></ol></li><li><a href="nowhere.xhtml">Nowhere</a></li></ol></nav></html>';
  const ncx =
    '<ncx><navMap><navPoint><navLabel><text>Part two</text></navLabel><content src="text/two%20b.xhtml"/><navPoint><navLabel><text>One</text></navLabel><content src="text/one.xhtml#x"/></navPoint></navPoint></navMap></ncx>';
  const expected = [
    { label: 'Part two', level: 1, chapter: 0 },
    { label: 'One', level: 2, chapter: 1 },
  ];
  const newer = await book(
    '<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>',
    { 'OPS/nav.xhtml': nav },
  );
  assert.deepEqual(newer.contents, expected);
  const older = await book('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>', {
    'OPS/toc.ncx': ncx,
  });
  assert.deepEqual(older.contents, expected);
  assert.deepEqual(await Promise.all(newer.chapters.map((chapter) => chapter.read())), [
    '<p>Two</p>',
    '<p>One</p>',
  ]);
  assert.deepEqual(newer.sheets, ['p { color: red }']);
});

test('a book without end is read within bounds', async () => {
  const nav = '<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>';
  const entries = '<li><a href="text/one.xhtml">One</a></li>'.repeat(3500);
  const long = await book(nav, { 'OPS/nav.xhtml': `<nav epub:type="toc"><ol>${entries}</ol></nav>` });
  assert.equal(long.contents.length, 3000);
  const deep = await book(nav, { 'OPS/nav.xhtml': `<nav epub:type="toc">${'<ol>'.repeat(600)}` });
  assert.deepEqual([deep.contents, deep.chapters.length], [[], 2]);
  const endless = await book('', { 'OPS/text/one.xhtml': ' '.repeat(5_000_000) });
  await assert.rejects(async () => endless.chapters[1]?.read(), /too large/);
  const sheets = Array.from(
    { length: 20 },
    (_, index) => `<item id="css${index}" href="a.css" media-type="text/css"/>`,
  );
  assert.equal((await book(sheets.join(''), {})).sheets.length, 10);
  const spine = '<itemref idref="one"/>'.repeat(6000);
  const many = await open({
    'META-INF/container.xml': '<container><rootfile full-path="book.opf"/></container>',
    'book.opf': `<package><item id="one" href="one.xhtml"/><spine>${spine}</spine></package>`,
    'one.xhtml': '<p>One</p>',
  });
  assert.equal(many.chapters.length, 5000);
});

test('a book never leads out of itself', async () => {
  for (const path of ['../../etc/passwd', '/etc/passwd', 'META-INF/container.xml', ''])
    await assert.rejects(
      open({
        'META-INF/container.xml': `<container><rootfile full-path="${path}"/></container>`,
        'one.xhtml': '<p>One</p>',
      }),
    );
});

test('pictures are those of the book, as its list has them', async () => {
  const { picture, chapters } = await book('', {});
  const from = chapters[1]?.path ?? '';
  assert.equal(await (await picture(from, '../pic.png'))?.text(), 'PNG');
  for (const source of [
    '../../secret.png',
    '../../../secret.png',
    '/secret.png',
    'https://x.example/pic.png',
    '../a.css',
  ])
    assert.equal(await picture(from, source), null, source);
});
