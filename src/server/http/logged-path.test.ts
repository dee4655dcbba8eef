import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exceptionResponse } from './exception-response.ts';

const secret = '5b6ff0c5-66a1-4a14-a4f8-d3a1c7a1b8d3';

test('a failure is logged with the path of its request, without the secrets in it', () => {
  for (const [path, shown] of [
    ['/nuxeo/api/v1/path/a/b', '/nuxeo/api/v1/path/a/b'],
    ['/nuxeo/api/v1/token', '/nuxeo/api/v1/token'],
    [`/nuxeo/api/v1/token/${secret}`, '/nuxeo/api/v1/token/…'],
    [`/nuxeo/site/api/v1/repo/default/token/${secret}/`, '/nuxeo/site/api/v1/repo/default/token/…'],
    [`/nuxeo/api/v1/%74oken/${secret}?token=${secret}`, '/nuxeo/api/v1/%74oken/…'],
    [`/nuxeo/nxonce/${secret}`, '/nuxeo/nxonce/…'],
    [`/nuxeo/api/v1/path/%ff?token=${secret}`, '/nuxeo/api/v1/path/%ff'],
  ] as const) {
    const logged: unknown[] = [];
    const note = (...parts: unknown[]): void => void logged.push(...parts);
    const answer = exceptionResponse(new Error('The store is away'), {
      request: new Request(`http://localhost:8080${path}`, { method: 'DELETE' }),
      requestId: '1',
      developer: false,
      log: { info: note, warn: note, error: note },
    });
    assert.equal(answer.status, 500);
    assert.deepEqual(logged.slice(1), [{ requestId: '1', method: 'DELETE', path: shown }]);
  }
});
