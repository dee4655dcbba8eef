/** Guards for what the first view reads: documents, their files and people. Those of other entities are in `entities.ts`. */
import type { BlobEntity, DocumentEntity, ListEntity } from '#wire/document.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { UserEntity } from '#wire/people.ts';

export type Guard<T> = (value: unknown) => value is T;

export function isEntity(value: unknown, kind: string, ...strings: readonly string[]): value is JsonObject {
  return isJsonObject(value) && value['entity-type'] === kind && strings.every((key) => isString(value[key]));
}

export function isDocument(value: unknown): value is DocumentEntity {
  return isEntity(value, 'document', 'type', 'title') && Array.isArray(value.facets);
}

export function isUser(value: unknown): value is UserEntity {
  return isEntity(value, 'user', 'id') && isJsonObject(value.properties);
}

export function isBlob(value: unknown): value is BlobEntity {
  return isJsonObject(value) && isString(value.data) && isString(value.length);
}

export function isArrayOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

/** Any list entity whose entries are of this kind. */
export function isListOf<T>(guard: Guard<T>): Guard<ListEntity<T>> {
  const isEntries = isArrayOf(guard);
  return (value): value is ListEntity<T> =>
    isJsonObject(value) && isString(value['entity-type']) && isEntries(value.entries);
}

export const isDocumentList = isListOf(isDocument);
