import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harmlessStyle } from './harmless-style.ts';
import { type PageNode, readPage } from './read-page.ts';

function outline(node: PageNode): string {
  if (typeof node === 'string') return node;
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}=${value}`).join('');
  const style = node.style === '' ? '' : ` {${node.style}}`;
  return `<${node.tag}${attributes}${style}>${node.children.map(outline).join('')}`;
}

const shown = (source: string) => readPage(source).body.children.map(outline).join('');

test('nothing that acts or loads comes through', () => {
  const cases: readonly [source: string, shown: string][] = [
    ['<script>alert(1)</script>a<SCRIPT src=//x.example></SCRIPT>', 'a'],
    ['<p onclick="x()" onmouseover=y()>a</p>', '<p>a'],
    [
      '<svg onload=x><script>x</script><a xlink:href="javascript:x">b</a><foreignObject>c</foreignObject></svg>',
      '<a>bc',
    ],
    ['<svg><image xlink:href="https://x.example/a.png"/></svg>c', '<img>c'],
    ['<math><mi href="javascript:x">b</mi></math>c', 'c'],
    ['<iframe srcdoc="<script>x</script>">b</iframe>c', 'c'],
    ['<object data=x>b</object><embed src=x>c', 'c'],
    ['<form action=//x.example><input name=a><button formaction=x>Send</button></form>', 'Send'],
    [
      '<meta http-equiv=refresh content="0;url=//x.example"><base href=//x.example><link rel=stylesheet href=x>a',
      'a',
    ],
    [
      '<a href="javascript:x()">a</a><a href=" JAVASCRIPT:x">b</a><a href="data:text/html,x">c</a>',
      '<a>a<a>b<a>c',
    ],
    [
      '<a href="https://example.org" target=_top>a</a><a href="#b">b</a>',
      '<a href=https://example.org>a<a href=#b>b',
    ],
    ['<table background="https://x.example/a.png"><tr><td>a</td></tr></table>', '<table><tr><td>a'],
    ['<template><img src=x></template><noscript><p>a</p></noscript>', '<p>a'],
    ['<p style="color:red;background:url(//x.example/a.png)">a</p>', '<p {color:red;background:none}>a'],
    ['<img name="body" alt="b"><a name="c">d</a>', '<img alt=b><a name=c>d'],
    ['&lt;script&gt;', '<script>'],
  ];
  for (const [source, expected] of cases) assert.equal(shown(source), expected, source);
});

test('pictures from elsewhere are counted and left out; those of the file are named', () => {
  const page = readPage(
    '<body bgcolor="#eee"><img src="https://x.example/a.png" alt="A"><img src="//x.example/b"><img src="cid:c"><img src="data:image/png;base64,AA"><img src="data:text/html,x"><style>p { background: url("http://x.example/d") } @import url(//x.example/e);</style>',
  );
  assert.equal(page.blocked, 4);
  assert.equal(page.body.attributes.get('bgcolor'), '#eee');
  assert.deepEqual(
    page.body.children.map((node) => (typeof node === 'string' ? node : node.picture)),
    [null, null, 'cid:c', 'data:image/png;base64,AA', null],
  );
  assert.deepEqual(page.sheets, ['p { background: none } ']);
  assert.deepEqual(harmlessStyle('a { fill: url(#b) }'), { css: 'a { fill: url(#b) }', blocked: 0 });
  assert.deepEqual(harmlessStyle('a { background: url( "//x.example'), {
    css: 'a { background: none',
    blocked: 1,
  });
});

test('styles of addresses that never end are read in one go', () => {
  assert.equal(harmlessStyle('url('.repeat(500_000)).css, 'none');
  assert.equal(harmlessStyle(`url(${' '.repeat(2_000_000)}`).css, 'none');
});

test('a page is in the language and the direction that it says it is', () => {
  const { body } = readPage('<html lang="ar" dir="rtl"><body><p>a</p></body></html>');
  assert.deepEqual(Object.fromEntries(body.attributes), { dir: 'rtl', lang: 'ar' });
  const own = readPage('<html dir="rtl"><body dir="ltr">a</body></html>').body;
  assert.equal(own.attributes.get('dir'), 'ltr');
});

test('elements of XHTML end where they begin', () => {
  const source =
    '<?xml version="1.0"?><html xmlns="x"><head><title/></head><body><p><a id="a"/>b</p></body></html>';
  assert.equal(shown(source), '<p><a id=a>b');
  assert.deepEqual(readPage('a', ['b { background: url(c.png) }']).sheets, ['b { background: none }']);
});

test('a page without end, or ever deeper, is cut off', () => {
  assert.equal(readPage('<p>a'.repeat(60_000)).isCut, true);
  let levels = 0;
  for (
    let [node] = readPage('<div>'.repeat(5000)).body.children;
    typeof node === 'object';
    [node] = node.children
  )
    levels += 1;
  assert.ok(levels > 100 && levels <= 201, String(levels));
});
