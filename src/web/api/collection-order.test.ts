import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MemberMove, memberMoves } from './collection-order.ts';

/** Moves like the server: the member that comes first goes right behind the other. */
function moved(members: readonly string[], { member, behind }: MemberMove): readonly string[] {
  const others = members.filter((id) => id !== member);
  if (behind === null) return [member, ...others];
  assert.ok(members.indexOf(member) < members.indexOf(behind), `${member} stands above ${behind}`);
  return others.toSpliced(others.indexOf(behind) + 1, 0, member);
}

const after = (uids: string, beforeId: string | null, members = 'abcde') =>
  memberMoves([...members], [...uids], beforeId)
    .reduce(moved, [...members] as readonly string[])
    .join('');

test('members go before any other one, first, and last', () => {
  assert.equal(after('b', 'e'), 'acdbe');
  assert.equal(after('d', 'b'), 'adbce');
  assert.equal(after('e', 'a'), 'eabcd');
  assert.equal(after('a', null), 'bcdea');
  assert.equal(after('bd', 'a'), 'bdace');
  assert.equal(after('ab', null), 'cdeab');
});

test('what stands there already, and what is no member, moves nothing', () => {
  assert.deepEqual(memberMoves(['a', 'b'], ['a'], 'b'), []);
  assert.deepEqual(memberMoves(['a', 'b'], ['b'], null), []);
  assert.deepEqual(memberMoves(['a', 'b'], ['x'], 'a'), []);
  assert.deepEqual(memberMoves(['a', 'b'], ['a'], 'x'), []);
});
