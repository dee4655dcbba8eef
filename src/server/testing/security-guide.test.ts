/**
 * docs/SECURITY.md has a line for each requirement of level 2, and the tests named there exist.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
const guide = await readFile(new URL('docs/SECURITY.md', root), 'utf8');

/** Sections of the standard (4.0.3) with their requirements of level 2. */
const level2 = `
1.1:1-7 1.2:1-4 1.4:1,4-5 1.5:1-4 1.6:1-4 1.7:1-2 1.8:1-2 1.9:1-2 1.10:1 1.11:1-2 1.12:2 1.14:1-6
2.1:1-12 2.2:1-3 2.3:1-3 2.4:1-5 2.5:1-7 2.6:1-3 2.7:1-6 2.8:1-7 2.9:1-3 2.10:1-4 3.1:1 3.2:1-4 3.3:1-4
3.4:1-5 3.5:1-3 3.7:1 4.1:1-3,5 4.2:1-2 4.3:1-3 5.1:1-5 5.2:1-8 5.3:1-10 5.4:1-3 5.5:1-4 6.1:1-3 6.2:1-6
6.3:1-2 6.4:1-2 7.1:1-4 7.2:1-2 7.3:1,3-4 7.4:1-3 8.1:1-4 8.2:1-3 8.3:1-8 9.1:1-3 9.2:1-4 10.2:1-2
10.3:1-3 11.1:1-8 12.1:1-3 12.2:1 12.3:1-6 12.4:1-2 12.5:1-2 12.6:1 13.1:1,3-5 13.2:1-3,5-6 13.3:1-2
13.4:1-2 14.1:1-4 14.2:1-6 14.3:2-3 14.4:1-7 14.5:1-4
`;

test('each requirement of level 2 has its line', () => {
  const inSections = level2
    .trim()
    .split(/\s+/)
    .flatMap((section) => {
      const [name = '', numbers = ''] = section.split(':');
      return numbers.split(',').flatMap((range) => inRange(name, range));
    });
  const inGuide = [...guide.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/(\d+\.\d+)\.(\d+)(?: to \1\.(\d+))?/g)].flatMap(([, name = '', from, to = from]) =>
      inRange(name, `${from}-${to}`),
    ),
  );
  assert.equal(inSections.length, 259);
  assert.deepEqual([...new Set(inGuide)].sort(), inSections.sort());
});

test('each test that is named is there', () => {
  const named = [...guide.matchAll(/`([^` ]+\.(?:test|spec)\.ts)`/g)].map(([, path = '']) => path);
  assert.ok(named.length > 100);
  for (const path of named) {
    const folder = path.startsWith('e2e/') ? '' : path.startsWith('web/') ? 'src/' : 'src/server/';
    assert.ok(existsSync(fileURLToPath(new URL(folder + path, root))), path);
  }
});

function inRange(section: string, range: string): readonly string[] {
  const [from = 0, to = from] = range.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`);
}
