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

const found = (method: string, path: string): string =>
  findHandler(routes, method, parseAddress(path)).pattern;

test('variables take one segment, rest variables as many as needed', () => {
  assert.equal(found('POST', '/user/a/b@c/group/g'), 'user/{name...}/group/{group...}');
  assert.equal(found('GET', '/user/a/b/c'), 'user/{name...}');
  assert.equal(found('GET', '/group/a/b/@users'), 'group/{name...}/@users');
  assert.equal(found('GET', '/automation/Log/@async/7/status'), 'automation/{operation}/@async/{id}/status');
  assert.equal(found('HEAD', '/query/NXQL'), 'query/{language}');
});

test('no route: 404 naming the first segment; no method: 405', () => {
  assert.throws(() => found('GET', '/wrongpath/x'), { status: 404, message: 'Type not found: wrongpath' });
  assert.throws(() => found('GET', '/query/a/b'), { status: 404 });
  assert.throws(() => found('GET', '/user/x/@users'), { status: 404 });
  assert.throws(() => found('DELETE', '/user/x'), { status: 405 });
});
