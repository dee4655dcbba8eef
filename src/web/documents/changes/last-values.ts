/**
 * What was written last of a new document, so that the next one can have the same. Kept as long as the page is open, by
 * person and by what it was written for. Invariant: a title and files are each document's own.
 */
import { isEmpty } from '#web/api/same-value.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { person } from '../visited.ts';

type Values = Readonly<Record<string, Json>>;

const last = new Map<string, Values>();

const keyOf = (what: string) => JSON.stringify([person(), what]);

/** @param what a type, or another form with fields of its own */
export function keepLastValues(what: string, values: JsonObject): void {
  const written = Object.entries(values).flatMap(([name, value = null]) =>
    name === 'dc:title' || isEmpty(value) || refersToFile(value) ? [] : [[name, value] as const],
  );
  if (written.length > 0) last.set(keyOf(what), Object.fromEntries(written));
}

function refersToFile(value: Json): boolean {
  return JSON.stringify(value).includes('"upload-batch"');
}

/** Undefined where nothing was written yet. */
export function lastValues(what: string): Values | undefined {
  return last.get(keyOf(what));
}
