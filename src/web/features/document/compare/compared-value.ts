// The part of a property's value that counts when two documents are compared. Pure.
import { isJsonObject, isString, type Json } from '#wire/json.ts';

/** A file becomes its name and digest: the address of the same bytes differs with each state of a document. */
export function comparedValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparedValue);
  if (!isJsonObject(value)) return value;
  if (isString(value.digest)) return [value.name ?? null, value.digest];
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, comparedValue(inner ?? null)]),
  );
}
