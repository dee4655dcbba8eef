// Compares values of properties the way people and servers do. Pure.
import { isJsonObject, type Json } from '#wire/json.ts';

/** Equal for a person: null, an empty text and an empty list are the same. */
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
