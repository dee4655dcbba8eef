// The fields that a task's variables ask for. The interface gives variables without types, so their names and what
// they hold decide. Pure.

import type { FieldKind, FormField } from '#web/forms/form-field.ts';
import type { JsonObject } from '#wire/json.ts';

/** Written by the workflow or asked for by the form itself. */
const own: ReadonlySet<string> = new Set(['comment', 'assignees', 'initiator', 'initiatorComment', 'button']);

export function taskFields(variables: JsonObject): readonly FormField[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (own.has(name)) return [];
    const people = /participants|actors|reviewers/i.test(name);
    const kind: FieldKind = people
      ? 'principal'
      : /date$/i.test(name)
        ? 'date'
        : typeof value === 'boolean'
          ? 'yes-no'
          : typeof value === 'number'
            ? 'decimal'
            : 'text';
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return [];
    return [{ name, kind, list: people || Array.isArray(value), required: false, parts: [] }];
  });
}
