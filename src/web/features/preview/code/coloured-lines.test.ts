import assert from 'node:assert/strict';
import { it } from 'node:test';
import { codeLanguage } from './code-languages.ts';
import { colouredLines } from './coloured-lines.ts';

async function coloured(name: string, text: string) {
  const parser = await codeLanguage(name, '')?.();
  assert.ok(parser);
  return colouredLines(text, parser);
}

it('keeps every character of every language', async () => {
  const text = '<a b="c"> // if (x) { return 1; }\n\n# "half\n\t/* é 😀\n}';
  for (const name of [
    'a.js',
    'a.tsx',
    'a.json',
    'a.css',
    'a.html',
    'a.svg',
    'a.yml',
    'a.py',
    'a.c',
    'a.php',
  ]) {
    const lines = await coloured(name, text);
    const together = lines.map((line) => line.map((piece) => piece.text).join('')).join('\n');
    assert.equal(together, text, name);
  }
});

it('tells names, strings, numbers and words apart', async () => {
  const [first = []] = await coloured('a.json', '{"age": 7, "of": "age", "is": null}');
  const kindOf = (text: string) => first.find((piece) => piece.text === text)?.kind;
  assert.deepEqual(['"age"', '7', 'null', '{'].map(kindOf), ['name', 'number', 'number', 'operator']);
  const [code = []] = await coloured('a.ts', "const name: string = 'x'; // why");
  assert.equal(code.find(({ text }) => text === 'const')?.kind, 'keyword');
  assert.equal(code.find(({ text }) => text === "'x'")?.kind, 'string');
  assert.equal(code.at(-1)?.kind, 'comment');
});

it('has no language for plain words', () => {
  assert.equal(codeLanguage('notes.txt', 'text/plain'), undefined);
  assert.equal(codeLanguage('toString', ''), undefined);
  assert.equal(codeLanguage('x.constructor', ''), undefined);
  assert.ok(codeLanguage('data', 'application/ld+json'));
});
