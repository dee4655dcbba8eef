// The file of an upload reference that is not saved yet, so that a form can show its name. Only the reference is sent to the
// server. Invariant: a file is kept exactly as long as the value that refers to it.
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

const files = new WeakMap<object, File>();

export function rememberFile<Reference extends object>(reference: Reference, file: File): Reference {
  files.set(reference, file);
  return reference;
}

export function pendingFile(value: Json | undefined): File | undefined {
  return isJsonObject(value) ? files.get(value) : undefined;
}
