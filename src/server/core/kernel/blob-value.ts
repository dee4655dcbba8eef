/**
 * Which JSON inside properties is a blob, and all that are in it.
 * Invariant: only here is it said: what is kept, counted and served goes by the same answer.
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

/** However deep they lie. */
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
