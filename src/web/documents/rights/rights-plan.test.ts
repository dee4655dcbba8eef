import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ace } from '#web/api/access-entry.test-support.ts';
import type { KnownRights } from '#web/api/access-of-many.ts';
import type { AceEntity } from '#wire/activity.ts';
import { planRights, type RightsAction } from './rights-plan.ts';

const rights = (
  local: readonly AceEntity[],
  inherited: readonly AceEntity[],
  mayChange = true,
): KnownRights => ({
  acls: [
    { name: 'local', aces: local },
    { name: 'inherited', aces: inherited },
  ],
  mayChange,
});
const block = ace('Everyone', 'Everything', { granted: false });
const wish = (action: RightsAction, permission: string | null = 'Read') => ({
  action,
  users: ['ada', 'ben'],
  groups: new Set(['Everyone', 'archivists']),
  permission,
});
const held = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([who, permission]) => ({ who, permission }));

test('who has a right for good, from wherever, is given nothing more', () => {
  const ada = ace('ada', 'ReadWrite');
  const all = rights([ace('ben', 'Read')], [ada]);
  assert.deepEqual(planRights(all, wish('give')), {
    before: held(['ben', 'Read'], ['ada', 'ReadWrite']),
    after: held(['ben', 'Read'], ['ada', 'ReadWrite']),
    step: null,
    why: 'same',
  });
  const forAWhile = rights([ace('ben', 'Read', { end: '2030-01-01T00:00:00Z' })], [ada]);
  assert.deepEqual(planRights(forAWhile, wish('give')).step, {
    kind: 'give',
    users: ['ben'],
    permission: 'Read',
  });
});

test('only what is set here is taken, and what comes from above is said', () => {
  const here = ace('ada', 'Read');
  const found = planRights(rights([here, ace('eve', 'Read')], [ace('ben', 'Read')]), wish('take', null));
  assert.deepEqual(found.step, { kind: 'take', entries: [{ acl: 'local', ace: here }] });
  assert.deepEqual(found.after, held(['ben', 'Read']));
  assert.equal(planRights(rights([], [ace('ben', 'Read')]), wish('take', null)).why, 'inherited');
  assert.equal(planRights(rights([here], []), wish('take', 'Everything')).why, 'same');
});

test('what they have by a group of theirs is shown, and stays', () => {
  const group = ace('archivists', 'ReadWrite');
  const all = rights([ace('ada', 'Read')], [group, ace('others', 'Read')]);
  const given = planRights(all, wish('give'));
  assert.deepEqual(given.before, held(['ada', 'Read'], ['archivists', 'ReadWrite']));
  assert.deepEqual(given.after, held(['ada', 'Read'], ['ben', 'Read'], ['archivists', 'ReadWrite']));
  assert.deepEqual(planRights(all, wish('take')).after, held(['archivists', 'ReadWrite']));
  assert.equal(planRights(rights([], [group]), wish('take', null)).why, 'group');
  assert.equal(planRights(rights([], [group]), wish('take', 'Read')).why, 'same');
  assert.equal(planRights(rights([group], [], false), wish('give')).why, 'refused');
});

test('blocking leaves what is set here; letting through adds what nobody knows yet', () => {
  const open = rights([ace('ada', 'Read')], [ace('members', 'Read')]);
  const blocked = planRights(open, wish('block'));
  assert.deepEqual(blocked.before, held(['ada', 'Read'], ['members', 'Read']));
  assert.deepEqual(blocked.after, held(['ada', 'Read']));
  assert.deepEqual(blocked.step, { kind: 'inherit', blocked: true });
  const closed = rights([ace('ada', 'Read'), block], []);
  assert.equal(planRights(closed, wish('block')).why, 'same');
  assert.equal(planRights(open, wish('unblock')).why, 'same');
  const unblocked = planRights(closed, wish('unblock'));
  assert.deepEqual([unblocked.step, unblocked.andInherited], [{ kind: 'inherit', blocked: false }, true]);
});

test('what one may not change stays, and is said to be refused only where something would change', () => {
  const foreign = rights([ace('ada', 'Read')], [], false);
  assert.equal(planRights(foreign, wish('give')).why, 'refused');
  assert.equal(planRights(foreign, wish('take', 'Everything')).why, 'same');
  assert.deepEqual(planRights(foreign, wish('block')).after, held(['ada', 'Read']));
});

test('entries of the past count for nothing', () => {
  const past = rights([ace('ada', 'Read', { status: 'archived' }), ace('ben', 'Read')], []);
  assert.deepEqual(planRights(past, wish('give')).step, { kind: 'give', users: ['ada'], permission: 'Read' });
});
