import assert from 'node:assert/strict';
import { it } from 'node:test';
import { basenameOf, routingOf } from './base-address.ts';
import { browsePathOf, paths } from './paths.ts';

it('carries any name to an address and back', () => {
  for (const path of ['/', '/default-domain/workspaces', '/a b/100 %/c%2Fd/é/港湾/#?&+', '/…/a..b']) {
    assert.equal(browsePathOf(paths.browse.href(path)), path);
  }
});

it('survives an address that was mistyped', () => {
  assert.equal(browsePathOf('/browse/100%'), '/100%');
  assert.equal(browsePathOf('/browse'), '/');
});

it('builds the addresses of the other pages', () => {
  assert.equal(paths.doc.href('a/b', 'versions'), '/doc/a%2Fb/versions');
  assert.equal(paths.search.href({ q: 'a&b', view: undefined }), '/search?q=a%26b');
  assert.equal(paths.people.href('groups', 'ça va'), '/people/groups/%C3%A7a%20va');
  assert.equal(paths.login.href('/doc/1?x=2'), '/login?next=%2Fdoc%2F1%3Fx%3D2');
});

it('lets an absolute base, and only that, switch to plain addresses', () => {
  assert.equal(routingOf('/'), 'history');
  assert.equal(routingOf('/papers/'), 'history');
  assert.equal(routingOf('./'), 'hash');
  assert.equal(routingOf(null), 'hash');
  assert.equal(basenameOf('http://host/papers/'), '/papers');
  assert.equal(basenameOf('http://host/'), '');
});
