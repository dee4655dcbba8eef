import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isGranted, readGrant } from './call-grants.ts';

function grants(...texts: readonly string[]) {
  return texts.map((text) => {
    const grant = readGrant(text);
    assert.ok(grant, text);
    return grant;
  });
}

it('grants nothing by itself, and only what is written', () => {
  assert.equal(isGranted([], 'GET', '/me'), false);
  const some = grants('GET /id/*', 'POST /automation/Document.Query', 'GET /search/**');
  for (const path of ['/id/42', '/id/42?properties=*', '/search/pp/x/execute', '/search/execute'])
    assert.equal(isGranted(some, 'GET', path), true, path);
  assert.equal(isGranted(some, 'POST', '/automation/Document.Query'), true);
  for (const path of [
    '/id',
    '/id/',
    '/id/42/@children',
    '/search',
    '/ID/42',
    '/me',
    '/automation/Document.Query',
  ])
    assert.equal(isGranted(some, 'GET', path), false, path);
  assert.equal(isGranted(some, 'PUT', '/id/42'), false);
});

it('takes no address that means another one', () => {
  const all = grants('GET /**');
  for (const path of [
    '/id/../token',
    '/id/%2e%2e/token',
    '/id/..%2ftoken',
    '/id/a%5cb',
    '//elsewhere.example/x',
    'id/42',
    '/id/4 2',
    '/id/42#/token',
    '/id/%zz',
    '/id/*',
  ])
    assert.equal(isGranted(all, 'GET', path), false, path);
});

it('never grants what changes how people sign in', () => {
  const all = grants('GET /me', 'POST /**', 'PUT /me/*', 'DELETE /me/**');
  assert.equal(isGranted(all, 'GET', '/me'), true);
  assert.equal(isGranted(all, 'POST', '/me/file-addresses'), true);
  for (const path of ['/me/second-factor', '/me/second-factor/confirm', '/ME/%70asskeys', '/me/confirmation'])
    assert.equal(isGranted(all, 'POST', path), false, path);
  assert.equal(isGranted(all, 'PUT', '/me/changepassword'), false);
  assert.equal(isGranted(all, 'DELETE', '/me/sign-ins'), false);
  for (const text of ['POST /me/passkeys/**', 'PUT /me/changepassword'])
    assert.equal(readGrant(text), null, text);
});

it('never grants what hands out tokens', () => {
  const all = grants('GET /**', 'POST /**');
  for (const path of ['/token', '/token/1', '/oauth2/token', '/%74oken', '/Token', '/token?x=1'])
    for (const method of ['GET', 'POST'] as const) assert.equal(isGranted(all, method, path), false, path);
  for (const text of ['GET /token', 'POST /oauth2/**']) assert.equal(readGrant(text), null, text);
});

it('refuses what is not written as a grant', () => {
  for (const text of [
    '',
    'GET',
    '/id/1',
    'get /id/1',
    'PATCH /id/1',
    'GET id/1',
    'GET /**/x',
    'GET /a b',
    'GET /../x',
  ])
    assert.equal(readGrant(text), null, text);
});
