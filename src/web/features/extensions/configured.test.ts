import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfigured } from './configured.ts';

const folder = new URL('https://docs.example/papers/');

function read(...lines: readonly unknown[]) {
  return readConfigured(lines, folder);
}

it('reads a line, with ten seconds and no calls unless it says more', () => {
  assert.deepEqual(read({ file: 'extensions/retention.js' })[0]?.extension, {
    id: 'retention',
    file: 'https://docs.example/papers/extensions/retention.js',
    grants: [],
    limitMs: 10_000,
  });
  const [full] = read({ file: 'x.js', calls: ['GET /id/*'], seconds: 3 });
  assert.equal(full?.extension?.limitMs, 3000);
  assert.deepEqual(full?.extension?.grants, [{ method: 'GET', steps: ['id', '*'] }]);
  assert.deepEqual(readConfigured(undefined, folder), []);
});

it('names what is wrong, and lets the other lines be', () => {
  const lines = read(
    { file: 'good.js' },
    'bad.js',
    { file: 'https://elsewhere.example/far.js' },
    { file: '../above.js' },
    { file: 'query.js?x=1' },
    { file: 'page.html' },
    { file: 'good.js' },
    { file: 'calls.js', calls: ['GET /id/*', 'DELETE everything'], seconds: 0, token: true },
  );
  assert.deepEqual(
    lines.map(({ extension, problems }) => [extension?.id ?? null, ...problems.map(({ path }) => path)]),
    [
      ['good'],
      [null, 'extensions[1]'],
      [null, 'extensions[2].file'],
      [null, 'extensions[3].file'],
      [null, 'extensions[4].file'],
      [null, 'extensions[5].file'],
      [null, 'extensions[6].file'],
      [null, 'extensions[7].token', 'extensions[7].calls[1]', 'extensions[7].seconds'],
    ],
  );
  assert.equal(readConfigured({ file: 'x.js' }, folder)[0]?.problems[0]?.path, 'extensions');
});
