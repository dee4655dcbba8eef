import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { streamLog } from './stream-log.ts';

test('a message forges no line and commands no terminal', () => {
  const written = (format: 'text' | 'json') => {
    const out = new PassThrough({ encoding: 'utf8' });
    streamLog(out, { format }).error('a\r2026 info b\n2026 error c\u001b[2J\u009b1A\td\u0000', {
      e: '\r\n\u001b',
    });
    return String(out.read());
  };
  const [line = '', following = '', ...more] = written('text').split('\n');
  assert.match(line, /^\S+ error a\\u000d2026 info b$/);
  assert.equal(following, '    2026 error c\\u001b[2J\\u009b1A\td\\u0000 {"e":"\\r\\n\\u001b"}');
  assert.deepEqual(more, ['']);
  assert.equal(written('json').split('\n').length, 2);
});
