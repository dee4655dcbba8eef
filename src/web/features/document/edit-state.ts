// The unsaved changes of a document's properties, and how they combine with what somebody else saved meanwhile. Pure.
// Invariant: `base` is the document as it was when the first change was made; a save refers to exactly that state, however
// often the page has refreshed since.

import { sameValue } from '#web/api/same-value.ts';
import type { DocumentEntity } from '#wire/document.ts';
import type { Json, JsonObject } from '#wire/json.ts';

export interface Edit {
  readonly base: DocumentEntity;
  readonly values: ReadonlyMap<string, Json>;
}

/** The edit with this value; null if nothing differs from the document any more. */
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

/** The properties to send. */
export function changedProperties(edit: Edit): JsonObject {
  return Object.fromEntries(edit.values);
}

/**
 * The values that undo a saved edit: those of the document before. Null if one of them is not a plain value or a list of
 * such, as files are: the server does not accept them in the form in which it gives them.
 */
export function valuesToUndo({ base, values }: Edit): JsonObject | null {
  const before = [...values.keys()].map((name) => [name, base.properties?.[name] ?? null] as const);
  return before.every(([, value]) => isPlain(value)) ? Object.fromEntries(before) : null;
}

function isPlain(value: Json): boolean {
  return Array.isArray(value) ? value.every(isPlain) : value === null || typeof value !== 'object';
}

/**
 * The changes made after `sent` was sent, based on the document that the server answered with. A property that was not in
 * `sent` keeps its old base value, since somebody else may have changed it meanwhile.
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

/** Properties that both sides changed, to different values. */
export function conflictsWith(edit: Edit, fresh: DocumentEntity): readonly PropertyConflict[] {
  const found: PropertyConflict[] = [];
  for (const [name, mine] of edit.values) {
    const theirs = fresh.properties?.[name] ?? null;
    const changedByThem = !sameValue(theirs, edit.base.properties?.[name]);
    if (changedByThem && !sameValue(theirs, mine)) found.push({ name, mine, theirs });
  }
  return found;
}

/** The same changes, based on the server's current document. */
export function rebaseEdit(edit: Edit, fresh: DocumentEntity): Edit | null {
  let next: Edit | null = null;
  for (const [name, value] of edit.values) next = withValue(next, fresh, name, value) ?? next;
  return next;
}
