/** Reads a person from a property: the login alone, or the whole entity if it was requested. */

import { isUser } from '#web/api/guards.ts';
import { userLabel } from '#web/api/user-label.ts';
import { isString } from '#wire/json.ts';

export interface Person {
  readonly login: string;
  readonly name: string;
}

export function personOf(value: unknown): Person | null {
  if (isString(value)) return value === '' ? null : { login: value, name: value };
  return isUser(value) ? { login: value.id, name: userLabel(value) } : null;
}
