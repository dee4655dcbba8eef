import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));

it('is what every file takes in place of React’s own `lazy`', () => {
  const own = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) =>
    /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(readFileSync(`${web}/${file}`, 'utf8')),
  );
  assert.deepEqual(own, ['ui/lazy-part.ts']);
});
