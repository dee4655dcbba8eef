/**
 * Recognises blobs among the JSON values of properties.
 * Invariant: this is the only place that decides what a blob is, so that storing, counting and serving agree.
 */
import { isJsonObject } from '#wire/json.ts';
import type { BlobValue, Properties, PropertyValue } from './model.ts';

export function isBlobValue(value: PropertyValue | undefined): value is BlobValue {
  return (
    isJsonObject(value) &&
    typeof value.digest === 'string' &&
    typeof value.data === 'string' &&
    Number.isSafeInteger(value.length)
  );
}

/** All blobs in the value, at any depth. */
export function blobsIn(value: PropertyValue | undefined): readonly BlobValue[] {
  if (isBlobValue(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(blobsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(blobsIn) : [];
}

/** The bytes of all blobs in a document's properties. */
export function contentBytes(properties: Properties): number {
  return Object.values(properties)
    .flatMap(blobsIn)
    .reduce((sum, { length }) => sum + length, 0);
}
