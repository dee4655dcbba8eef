import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ace } from '#web/api/access-entry.test-support.ts';
import type { AceEntity, AclEntity } from '#wire/activity.ts';
import { checkRights, nextChange } from './access-check.ts';

const now = new Date('2024-06-01T00:00:00Z');

const acls = (local: readonly AceEntity[], inherited: readonly AceEntity[] = []): readonly AclEntity[] => [
  { name: 'local', aces: local },
  { name: 'inherited', aces: inherited },
];
const granted = (all: readonly AclEntity[], ...names: readonly string[]) =>
  checkRights(all, new Set([...names, 'Everyone']), now).flatMap((one) => (one.granted ? [one.right] : []));

it('grants nothing that no entry speaks about', () => {
  assert.deepEqual(granted(acls([ace('bob', 'Everything')]), 'ada'), []);
});

it('lets an entry here decide before one from above', () => {
  const all = acls([ace('ada', 'Write', { granted: false })], [ace('members', 'ReadWrite')]);
  assert.deepEqual(granted(all, 'ada', 'members'), ['Read']);
  const [read] = checkRights(all, new Set(['ada', 'members']), now);
  assert.equal(read?.by?.inherited, true);
  assert.equal(read?.by?.ace.username, 'members');
});

it('stops where inheritance is blocked', () => {
  const block = ace('Everyone', 'Everything', { granted: false });
  assert.deepEqual(granted(acls([block], [ace('ada', 'Everything')]), 'ada'), []);
});

it('knows what a permission includes', () => {
  assert.deepEqual(granted(acls([ace('ada', 'ReadWrite')]), 'ada'), [
    'Read',
    'WriteProperties',
    'WriteVersion',
    'Remove',
  ]);
  assert.equal(granted(acls([ace('ada', 'Everything')]), 'ada').at(-1), 'WriteSecurity');
});

it('passes over entries that have ended or not begun, and tells the next change', () => {
  const all = acls([
    ace('ada', 'Read', { end: '2024-05-01T00:00:00Z' }),
    ace('ada', 'ReadWrite', { begin: '2024-07-01T00:00:00Z', end: '2024-08-01T00:00:00Z' }),
    ace('bob', 'Read', { begin: '2024-06-15T00:00:00Z' }),
  ]);
  assert.deepEqual(granted(all, 'ada'), []);
  const change = nextChange(all, new Set(['ada']), now);
  assert.equal(change?.at.toISOString(), '2024-07-01T00:00:00.000Z');
  assert.equal(change?.gained.length, 4);
  assert.deepEqual(change?.lost, []);
});

it('reads names with a kind in front', () => {
  assert.deepEqual(granted(acls([ace('group:members', 'Read')]), 'members'), ['Read']);
});
