import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from './address.ts';
import { findHandler, on } from './router.ts';

const nothing = () => new Response();
const routes = [
  on('POST DELETE', 'user/{name...}/group/{group...}', nothing),
  on('GET PUT', 'user/{name...}', nothing),
  on('GET', 'group/{name...}/@users', nothing),
  on('GET', 'automation/{operation}/@async/{id}/status', nothing),
  on('GET', 'query/{language}', nothing),
];

const found = (method: string, path: string): string | undefined => {
  const handler = findHandler(routes, method, parseAddress(path));
  return typeof handler;
};

test('variables take one segment, rest variables as many as needed', () => {
  assert.equal(found('POST', '/user/a/b@c/group/g'), 'function');
  assert.equal(found('GET', '/user/a/b/c'), 'function');
  assert.equal(found('GET', '/group/a/b/@users'), 'function');
  assert.equal(found('GET', '/automation/Log/@async/7/status'), 'function');
  assert.equal(found('HEAD', '/query/NXQL'), 'function');
});

test('no route: 404 naming the first segment; no method: 405', () => {
  assert.throws(() => found('GET', '/wrongpath/x'), { status: 404, message: 'Type not found: wrongpath' });
  assert.throws(() => found('GET', '/query/a/b'), { status: 404 });
  assert.throws(() => found('GET', '/user/x/@users'), { status: 404 });
  assert.throws(() => found('DELETE', '/user/x'), { status: 405 });
});
