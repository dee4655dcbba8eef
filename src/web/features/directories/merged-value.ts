/** One term in the place of another in a document's value. Pure. */
import { isString, type Json } from '#wire/json.ts';

/** Undefined: the value does not hold the term. A list keeps its order and holds the new term once. */
export function mergedValue(value: Json | undefined, from: string, to: string): Json | undefined {
  if (value === from) return to;
  if (!Array.isArray(value) || !value.includes(from)) return undefined;
  const merged = value.filter(isString).map((one) => (one === from ? to : one));
  return [...new Set(merged)];
}
