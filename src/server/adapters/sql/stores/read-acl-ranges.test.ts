/** The ranges beside the plain rule: the list of the nearest tree above, tried on many sets of paths. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ListedTree, type PathRange, readAclRanges } from './read-acl-ranges.ts';

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

function byRanges(ranges: readonly PathRange[], path: string): readonly number[] {
  return ranges
    .filter(({ start, end }) => inBytes(start, path) <= 0 && inBytes(path, end) < 0)
    .map(({ readAclId }) => readAclId);
}

function byRule(trees: readonly ListedTree[], path: string): readonly number[] {
  const above = trees
    .filter((tree) => tree.path === '/' || path === tree.path || path.startsWith(`${tree.path}/`))
    .sort((one, other) => other.path.length - one.path.length);
  return above.slice(0, 1).map(({ readAclId }) => readAclId);
}

describe('ranges of read lists', () => {
  test('leave out what lies beside the trees', () => {
    const ranges = readAclRanges([{ path: '/a', readAclId: 1 }]);
    for (const path of ['/', '/a!', '/a-b', '/a0', '/ab', '/b']) assert.deepEqual(byRanges(ranges, path), []);
    for (const path of ['/a', '/a/!', '/a/b/c', '/a/\u{1F600}'])
      assert.deepEqual(byRanges(ranges, path), [1]);
  });

  test('give each path the list of the nearest tree above it', () => {
    const names = ['a', 'a!', 'a-b', 'a0', 'b', 'é', '\uffee', '\u{1F600}'];
    const paths = [
      '/',
      ...names.flatMap((one) => [
        `/${one}`,
        ...names.flatMap((two) => [`/${one}/${two}`, ...names.map((three) => `/${one}/${two}/${three}`)]),
      ]),
    ];
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 40; round++) {
      const chosen = new Set(
        Array.from({ length: 1 + random(30) }, () => paths[random(paths.length)] ?? '/'),
      );
      const trees = [...chosen].map((path, readAclId) => ({ path, readAclId }));
      const ranges = readAclRanges(trees);
      for (const path of paths) assert.deepEqual(byRanges(ranges, path), byRule(trees, path), path);
    }
  });
});
