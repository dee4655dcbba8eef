/** Which documents new values change, and how. Pure. */
import { propertyOf } from '#web/api/document-context.ts';
import { sameValue } from '#web/api/same-value.ts';
import type { DocumentEntity } from '#wire/document.ts';
import type { Json, JsonObject } from '#wire/json.ts';

export interface PropertyChange {
  readonly uid: string;
  readonly document: DocumentEntity;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Only documents with a value that changes, and only those values. */
export function changesOfMany(
  documents: readonly DocumentEntity[],
  values: ReadonlyMap<string, Json>,
): readonly PropertyChange[] {
  return documents.flatMap((document) => {
    const { uid } = document;
    const after = Object.fromEntries(
      [...values].filter(([name, value]) => !sameValue(valueIn(document, name), value)),
    );
    const names = Object.keys(after);
    if (uid === null || names.length === 0) return [];
    const before = Object.fromEntries(names.map((name) => [name, valueIn(document, name)]));
    return [{ uid, document, before, after }];
  });
}

/** Whether the document still has these values. */
export function hasValues(document: DocumentEntity, values: JsonObject): boolean {
  return Object.entries(values).every(([name, value]) => sameValue(valueIn(document, name), value ?? null));
}

function valueIn(document: DocumentEntity, name: string): Json {
  return propertyOf(document, name) ?? null;
}
