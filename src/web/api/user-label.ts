import { isString } from '#wire/json.ts';
import type { UserEntity } from '#wire/people.ts';

/** "First Last", or the login if no name is known. */
export function userLabel({ id, properties: { firstName, lastName } }: UserEntity): string {
  return [firstName, lastName].filter((part) => isString(part) && part !== '').join(' ') || id;
}
