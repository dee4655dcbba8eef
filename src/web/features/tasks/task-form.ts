/**
 * Derives the fields of a task's form from its variables, of which a task gives only name and value. Pure.
 * Invariant: an unknown variable becomes a field by the type of its value, so that every value asked for can be entered.
 */

import { isEmpty } from '#web/api/same-value.ts';
import type { FormField } from '#web/forms/form-field.ts';
import type { TaskEntity } from '#wire/activity.ts';
import { isJsonObject, isString, type Json, type JsonObject } from '#wire/json.ts';
import type { UserEntity } from '#wire/people.ts';

/** Variables of the workflow engine itself, or shown elsewhere. */
const unasked = ['comment', 'initiatorComment', 'assignees'];
const readOnlyFields = ['review_result', 'review_result_file'];

export interface TaskField {
  readonly name: string;
  readonly field: FormField;
  /** Read only. */
  readonly fixed: boolean;
}

export function fieldsOfTask(task: TaskEntity, login: string): readonly TaskField[] {
  const fromInitiator = idOf(task.workflowInitiator) === login;
  return Object.entries(task.variables)
    .filter(([name]) => !unasked.includes(name))
    .map(([name, value]) => ({
      name,
      field: fieldOf(name, value),
      fixed: readOnlyFields.includes(name) || (!fromInitiator && !isEmpty(value)),
    }))
    .filter(({ name, fixed }) => !fixed || !isEmpty(task.variables[name]));
}

function fieldOf(name: string, value: Json | undefined): FormField {
  const shape = { name, parts: [], required: false, list: Array.isArray(value) };
  if (shape.list) return { ...shape, kind: 'principal', required: true };
  if (name === 'validationOrReview') return { ...shape, kind: 'directory', directory: 'WorkflowType' };
  if (/(^|_)date$/i.test(name)) return { ...shape, kind: 'date' };
  if (typeof value === 'boolean') return { ...shape, kind: 'yes-no' };
  if (typeof value === 'number') return { ...shape, kind: 'decimal' };
  return { ...shape, kind: name === 'review_result' ? 'long-text' : 'text' };
}

/** Names of the fields that must be filled in for an action. */
export function missingFields(fields: readonly TaskField[], values: JsonObject): readonly string[] {
  return fields
    .filter(({ name, field, fixed }) => field.required && !fixed && isEmpty(values[name]))
    .map(({ name }) => name);
}

/** Login or group name of a reference, which may be an id, `{id}`, or the whole entity. */
export function idOf(reference: Json | undefined): string {
  const id = isJsonObject(reference) ? (reference.id ?? reference.uid) : reference;
  return isString(id) ? id : '';
}

/** True if the task waits for this person: by name, as delegate, or through a group. */
export function isAssignedTo(task: TaskEntity, me: UserEntity): boolean {
  const names = [me.id, ...me.extendedGroups.map(({ name }) => name)];
  return [...task.actors, ...task.delegatedActors].some((actor) =>
    names.includes(idOf(actor).replace(/^(user|group):/, '')),
  );
}
