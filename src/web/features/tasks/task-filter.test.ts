import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskEntity } from '#wire/activity.ts';
import { filteredTasks, kindOfTask, kindsAmong, noTaskFilter, type TaskFilter } from './task-filter.ts';
import { testTask } from './test-task.ts';

const now = new Date('2026-03-10T12:00:00Z');
const validate = testTask({
  id: 'a',
  name: 'Validate',
  nodeName: 'validate',
  dueDate: '2026-03-09T12:00:00Z',
});
const choose = testTask({ id: 'b', name: 'Élire', nodeName: 'choose', dueDate: '2026-03-14T12:00:00Z' });
const someday = testTask({ id: 'c', name: 'Validate', nodeName: 'validate' });
const far = testTask({ id: 'd', name: 'Validate', nodeName: 'validate', dueDate: '2026-05-01T12:00:00Z' });
const all = [validate, choose, someday, far];

function shown(filter: Partial<TaskFilter>): string {
  const found = filteredTasks(all, { ...noTaskFilter, ...filter }, now, ({ name, id }) => `${name} ${id}`);
  return found.map(({ id }) => id).join('');
}

test('without a filter every task is shown', () => {
  assert.equal(shown({}), 'abcd');
});

test('tasks are filtered by their day, with those that have none apart', () => {
  assert.equal(shown({ due: 'late' }), 'a');
  assert.equal(shown({ due: 'week' }), 'ab', 'what is late is due this week too');
  assert.equal(shown({ due: 'none' }), 'c');
});

test('every word is found in what stands on the row, without accents and case', () => {
  assert.equal(shown({ words: 'elire' }), 'b');
  assert.equal(shown({ words: ' VALID  c ' }), 'c');
  assert.equal(shown({ words: 'valid b' }), '');
});

test('a kind is a step of a model with its buttons', () => {
  assert.equal(shown({ kind: kindOfTask(validate) }), 'acd');
  assert.deepEqual([...kindsAmong(all).values()], ['Validate', 'Élire']);
  const buttons = (name: string): TaskEntity => ({
    ...validate,
    taskInfo: {
      allowTaskReassignment: false,
      taskActions: [{ name, url: '', label: name, validate: true }],
      layoutResource: { name: '', url: '' },
      schemas: [],
    },
  });
  assert.notEqual(kindOfTask(buttons('approve')), kindOfTask(buttons('reject')));
});
