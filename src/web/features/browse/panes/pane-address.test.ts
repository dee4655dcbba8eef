import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOfPanes, panesOf, resolveInPane } from './pane-address.ts';

const first = { pathname: '/browse/a%20b', search: '?sort=dc%3Amodified' };
const second = { pathname: '/browse/c%2Fd', search: '?filter=x+%26+y' };
const both = { first, second };

test('an address of no folder, or of one, has no panes', () => {
  assert.equal(panesOf({ pathname: '/search', search: '?second=%2Fa' }), null);
  assert.equal(panesOf({ pathname: '/browsers', search: '?second=%2Fa' }), null);
  assert.equal(panesOf(first), null);
});

test('what is written wrongly is still a folder of the app', () => {
  const secondOf = (written: string) =>
    panesOf({ pathname: '/browse', search: `?${new URLSearchParams({ second: written })}` })?.second;
  assert.deepEqual(secondOf(''), { pathname: '/browse/', search: '' });
  assert.deepEqual(secondOf('https://evil.example/'), {
    pathname: '/browse/https://evil.example/',
    search: '',
  });
  assert.deepEqual(secondOf('/a?second=%2Fb&view=gallery#x'), {
    pathname: '/browse/a',
    search: '?view=gallery',
  });
});

test('two folders with their lists go into one address and come back', () => {
  assert.deepEqual(panesOf(addressOfPanes(both)), both);
});

test('a folder opens in its pane beside the other one', () => {
  const to = { pathname: '/browse/e', search: '' };
  assert.deepEqual(panesOf(resolveInPane(to, 'first', both)), { first: to, second });
  assert.deepEqual(panesOf(resolveInPane(to, 'second', both)), { first, second: to });
});

test('what is no folder, and what names both, stays as it is', () => {
  const page = { pathname: '/doc/1', search: '' };
  assert.equal(resolveInPane(page, 'second', both), page);
  const pair = addressOfPanes({ first: second, second: first });
  assert.equal(resolveInPane(pair, 'first', both), pair);
});
