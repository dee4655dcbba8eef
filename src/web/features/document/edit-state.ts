// The unsaved changes of a document's properties, and what becomes of them when somebody else saved meanwhile. Pure.
// Invariant: `base` is the document as it was when the first change was made; a save speaks of exactly that state,
// however often the page has refreshed since.

import { sameValue } from '#web/api/same-value.ts';
import type { DocumentEntity } from '#wire/document.ts';
import type { Json, JsonObject } from '#wire/json.ts';

export interface Edit {
  readonly base: DocumentEntity;
  readonly values: ReadonlyMap<string, Json>;
}

/** The edit with this value; null when nothing differs from the document any more. */
export function withValue(
  edit: Edit | null,
  document: DocumentEntity,
  name: string,
  value: Json,
): Edit | null {
  const base = edit?.base ?? document;
  const values = new Map(edit?.values ?? []);
  if (sameValue(value, base.properties?.[name])) values.delete(name);
  else values.set(name, value);
  return values.size === 0 ? null : { base, values };
}

export function withoutValue(edit: Edit, name: string): Edit | null {
  const values = new Map(edit.values);
  values.delete(name);
  return values.size === 0 ? null : { ...edit, values };
}

/** What is sent. */
export function changedProperties(edit: Edit): JsonObject {
  return Object.fromEntries(edit.values);
}

/**
 * What takes a saved edit back: the values that the document had before. Null where one of them is more than a plain
 * value or a list of such, as files are: what is shown of them is not what would be sent.
 */
export function takingBack({ base, values }: Edit): JsonObject | null {
  const before = [...values.keys()].map((name) => [name, base.properties?.[name] ?? null] as const);
  return before.every(([, value]) => isPlain(value)) ? Object.fromEntries(before) : null;
}

function isPlain(value: Json): boolean {
  return Array.isArray(value) ? value.every(isPlain) : value === null || typeof value !== 'object';
}

/**
 * What was changed after `sent` had left, on top of what the server made of it. For a property that was not sent, what
 * the document had before stands beside it: somebody else may have changed it meanwhile.
 */
export function changedSince(edit: Edit | null, sent: Edit, saved: DocumentEntity): Edit | null {
  const values = [...(edit?.values ?? [])].filter(
    ([name, value]) => !sent.values.has(name) || !sameValue(value, sent.values.get(name)),
  );
  if (values.length === 0) return null;
  const unsent = values.filter(([name]) => !sent.values.has(name));
  const before = unsent.map(([name]) => [name, sent.base.properties?.[name] ?? null] as const);
  const properties = { ...saved.properties, ...Object.fromEntries(before) };
  return { base: { ...saved, properties }, values: new Map(values) };
}

export interface PropertyConflict {
  readonly name: string;
  readonly mine: Json;
  readonly theirs: Json;
}

/** Properties that both changed, to different values. */
export function conflictsWith(edit: Edit, fresh: DocumentEntity): readonly PropertyConflict[] {
  const found: PropertyConflict[] = [];
  for (const [name, mine] of edit.values) {
    const theirs = fresh.properties?.[name] ?? null;
    const changedByThem = !sameValue(theirs, edit.base.properties?.[name]);
    if (changedByThem && !sameValue(theirs, mine)) found.push({ name, mine, theirs });
  }
  return found;
}

/** The same changes on top of what the server has now. */
export function rebased(edit: Edit, fresh: DocumentEntity): Edit | null {
  let next: Edit | null = null;
  for (const [name, value] of edit.values) next = withValue(next, fresh, name, value) ?? next;
  return next;
}
