import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GroupEntity, UserEntity } from '#wire/people.ts';
import { mayNotCreate, mayNotDeleteUser, mayNotEditGroup, mayNotEditUser } from './people-rights.ts';

function person(id: string, groups: readonly string[], isAdministrator = false): UserEntity {
  const extendedGroups = groups.map((name) => ({ name, label: name, url: `group/${name}` }));
  return { 'entity-type': 'user', id, properties: {}, extendedGroups, isAdministrator, isAnonymous: false };
}

function group(groupname: string, parentGroups: readonly string[] = []): GroupEntity {
  return { 'entity-type': 'group', id: groupname, groupname, grouplabel: null, properties: {}, parentGroups };
}

const root = person('root', ['administrators'], true);
const power = person('power', ['powerusers']);
const member = person('member', ['members']);

test('members change nobody, and neither does a person not known yet', () => {
  assert.equal(mayNotCreate(member), 'notEditor');
  assert.equal(mayNotCreate(undefined), 'notEditor');
  assert.equal(mayNotEditUser(member, member), 'notEditor');
});

test('power users change all but administrators and their groups', () => {
  assert.equal(mayNotCreate(power), undefined);
  assert.equal(mayNotEditUser(power, member), undefined);
  assert.equal(mayNotEditUser(power, root), 'administrator');
  assert.equal(mayNotEditGroup(power, group('members')), undefined);
  assert.equal(mayNotEditGroup(power, group('administrators')), 'administrator');
  assert.equal(mayNotEditGroup(power, group('deputies', ['administrators'])), 'administrator');
});

test('administrators change everybody and delete everybody but themselves', () => {
  assert.equal(mayNotEditUser(root, root), undefined);
  assert.equal(mayNotDeleteUser(root, power), undefined);
  assert.equal(mayNotDeleteUser(root, root), 'oneself');
});
