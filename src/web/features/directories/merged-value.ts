/** Replaces a term by another in a document's value. Pure. */
import { isString, type Json } from '#wire/json.ts';

/** Undefined if the value does not have the term. A list keeps its order and has the new term once. */
export function mergedValue(value: Json | undefined, from: string, to: string): Json | undefined {
  if (value === from) return to;
  if (!Array.isArray(value) || !value.includes(from)) return undefined;
  const merged = value.filter(isString).map((one) => (one === from ? to : one));
  return [...new Set(merged)];
}
