/**
 * The property values of the last new document, so that the next one can have the same. Kept while the page is open, per
 * person and form. Invariant: titles and files are never kept.
 */
import { isEmpty } from '#web/api/same-value.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { currentUsername } from '../visited.ts';

type Values = Readonly<Record<string, Json>>;

const last = new Map<string, Values>();

const keyOf = (what: string) => JSON.stringify([currentUsername(), what]);

/** @param what a document type, or the name of another form */
export function keepLastValues(what: string, values: JsonObject): void {
  const written = Object.entries(values).flatMap(([name, value = null]) =>
    name === 'dc:title' || isEmpty(value) || refersToFile(value) ? [] : [[name, value] as const],
  );
  if (written.length > 0) last.set(keyOf(what), Object.fromEntries(written));
}

function refersToFile(value: Json): boolean {
  return JSON.stringify(value).includes('"upload-batch"');
}

/** Undefined if nothing was kept yet. */
export function lastValues(what: string): Values | undefined {
  return last.get(keyOf(what));
}
