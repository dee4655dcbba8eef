// Comparing, finding and checking values of properties. Pure.
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

/** Equal as a person sees it: nothing, an empty text and an empty list are the same. */
export function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameValue(a[key], b[key]));
  }
  return a === b;
}

export function isEmpty(value: Json | undefined): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Messages by the path of the property they are about, as the server writes it: `files:files/0/file`. */
export type FieldErrors = ReadonlyMap<string, readonly string[]>;

/** What is said of exactly this place. */
export function errorAt(errors: FieldErrors, path: string): string | undefined {
  return errors.get(path)?.join(' ');
}

/** Whether anything is said of this place or of one inside it. */
export function hasErrorWithin(errors: FieldErrors, path: string): boolean {
  return [...errors.keys()].some((key) => key === path || key.startsWith(`${path}/`));
}
