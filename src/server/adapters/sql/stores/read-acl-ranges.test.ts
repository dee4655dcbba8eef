/** Compares the ranges with the plain rule (the ACL of the nearest tree above), for many random sets of chains. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ListedRange, type ListedTree, readAclChanges, readAclRanges } from './read-acl-ranges.ts';

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

function byRanges(ranges: readonly ListedRange[], chain: string): readonly number[] {
  return ranges
    .filter(({ start, end }) => inBytes(start, chain) <= 0 && inBytes(chain, end) < 0)
    .map(({ readAclId }) => readAclId);
}

function byRule(trees: readonly ListedTree[], chain: string): readonly (number | null)[] {
  const above = trees
    .filter((tree) => chain.startsWith(tree.chain))
    .sort((one, other) => other.chain.length - one.chain.length);
  return above.slice(0, 1).map(({ readAclId }) => readAclId);
}

describe('ranges of read lists', () => {
  test('leave out what lies beside the trees', () => {
    const ranges = readAclRanges([{ chain: 'r/1/', readAclId: 1 }]);
    for (const chain of ['r/', 'r-2/1/', 'r/0/', 'r/10/', 'r/2/', 'r0/1/'])
      assert.deepEqual(byRanges(ranges, chain), []);
    for (const chain of ['r/1/', 'r/1/1/', 'r/1/10/7/']) assert.deepEqual(byRanges(ranges, chain), [1]);
  });

  test('give each chain the list of the nearest tree above it', () => {
    const numbers = [1, 2, 10, 11, 19, 20, 100, 112];
    const chains = [
      'r/',
      ...numbers.flatMap((one) => [
        `r/${one}/`,
        ...numbers.flatMap((two) => [
          `r/${one}/${two}/`,
          ...numbers.map((three) => `r/${one}/${two}/${three}/`),
        ]),
      ]),
    ];
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 40; round++) {
      const chosen = new Set(
        Array.from({ length: 1 + random(30) }, () => chains[random(chains.length)] ?? 'r/'),
      );
      // In half of the rounds one tree contains all others.
      if (round % 2 === 0) chosen.add('r/');
      const trees = [...chosen].map((chain, index) => ({ chain, readAclId: index }));
      const ranges = readAclRanges(trees);
      for (const chain of chains) assert.deepEqual(byRanges(ranges, chain), byRule(trees, chain), chain);

      // Few read ACLs, so that some stay, and some change to another tree's old one.
      const changed = trees.map(({ chain }) => ({ chain, before: random(5), after: random(5) }));
      const listed = (kind: 'before' | 'after') =>
        changed.map(({ chain, [kind]: readAclId }) => ({ chain, readAclId }));
      const { ranges: first, around } = readAclChanges(changed);
      for (const chain of chains) {
        const [before] = byRule(listed('before'), chain);
        const [after] = byRule(listed('after'), chain);
        const written = byRanges(first, chain)[0] ?? before;
        const isAround = around !== undefined && byRanges([{ ...around, readAclId: 0 }], chain).length > 0;
        assert.equal(isAround && written === around.before ? around.after : written, after, chain);
      }
    }
  });
});
