import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskEntity } from '#wire/activity.ts';
import type { JsonObject } from '#wire/json.ts';
import { fieldsOfTask, isAssignedTo, missingFields } from './task-form.ts';
import { testTask } from './test-task.ts';

function task(variables: JsonObject, actors: readonly JsonObject[] = []): TaskEntity {
  return testTask({ variables, actors });
}

const choose = {
  comment: null,
  assignees: [],
  participants: [],
  end_date: null,
  validationOrReview: 'validation',
};

test('variables become fields by name and value; the comment has a place of its own', () => {
  const fields = fieldsOfTask(task(choose), 'ada');
  assert.deepEqual(
    fields.map(({ name, field }) => [name, field.kind]),
    [
      ['participants', 'principal'],
      ['end_date', 'date'],
      ['validationOrReview', 'directory'],
    ],
  );
});

test('what the initiator decided is shown to the others, not asked for', () => {
  const reviewed = task({ participants: ['user:bob'], initiatorComment: 'please' });
  assert.equal(fieldsOfTask(reviewed, 'bob')[0]?.fixed, true);
  assert.equal(fieldsOfTask(reviewed, 'ada')[0]?.fixed, false);
});

test('somebody must be chosen', () => {
  const fields = fieldsOfTask(task(choose), 'ada');
  assert.deepEqual(missingFields(fields, { participants: [] }), ['participants']);
  assert.deepEqual(missingFields(fields, { participants: ['user:bob'] }), []);
});

test('a task waits for its actors and for members of their groups', () => {
  const me = {
    'entity-type': 'user',
    id: 'bob',
    properties: {},
    extendedGroups: [{ name: 'legal', label: '', url: '' }],
    isAdministrator: false,
    isAnonymous: false,
  } as const;
  assert.equal(isAssignedTo(task({}, [{ id: 'user:bob' }]), me), true);
  assert.equal(isAssignedTo(task({}, [{ id: 'group:legal' }]), me), true);
  assert.equal(isAssignedTo(task({}, [{ id: 'ada' }]), me), false);
});
