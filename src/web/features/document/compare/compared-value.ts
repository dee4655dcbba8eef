// What of a property counts when two documents are compared. Pure.
import { isJsonObject, isString, type Json } from '#wire/json.ts';

/** The same bytes stand at another address for each state of a document: a file is its name and its digest. */
export function comparedValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparedValue);
  if (!isJsonObject(value)) return value;
  if (isString(value.digest)) return [value.name ?? null, value.digest];
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, comparedValue(inner ?? null)]),
  );
}
