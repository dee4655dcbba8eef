import assert from 'node:assert/strict';
import { it } from 'node:test';
import { paths } from '../paths.ts';
import { matchPath } from './match-path.ts';

it("refuses another page's address", () => {
  assert.equal(matchPath('/search', '/searching'), null);
  assert.equal(matchPath('/search', '/search/more'), null);
  assert.equal(matchPath('/doc/:id/:tab?', '/doc'), null);
  assert.equal(matchPath('/browse/*', '/doc/1'), null);
  assert.equal(matchPath('/', '/search'), null);
});

it('takes a slash at the end, and an empty address for the first page', () => {
  assert.deepEqual(matchPath('/', '/'), {});
  assert.deepEqual(matchPath('/', ''), {});
  assert.deepEqual(matchPath('/search', '/search/'), {});
  assert.deepEqual(matchPath('/browse/*', '/browse'), {});
  assert.deepEqual(matchPath('/browse/*', '/browse/a/b'), {});
});

it('reads names that hold a slash or a sign of percent', () => {
  assert.deepEqual(matchPath(paths.doc.pattern, paths.doc.href('a/b', 'rights')), {
    id: 'a/b',
    tab: 'rights',
  });
  assert.deepEqual(matchPath(paths.doc.pattern, '/doc/1'), { id: '1' });
  assert.deepEqual(matchPath(paths.people.pattern, paths.people.href('groups', 'ça 100%')), {
    kind: 'groups',
    name: 'ça 100%',
  });
  assert.deepEqual(matchPath(paths.tasks.pattern, '/tasks/100%'), { id: '100%' });
});

it('gives every page its own address', () => {
  for (const [name, { pattern }] of Object.entries(paths)) {
    const address = pattern.replaceAll(/:\w+\??/g, 'x').replace('*', 'a/b');
    const found = Object.entries(paths).filter(([, other]) => matchPath(other.pattern, address) !== null);
    assert.deepEqual(
      found.map(([other]) => other),
      [name],
    );
  }
});
