// Which file stands behind an upload reference that is not saved yet, so that a form can show its name. The reference
// itself is what the server gets. Invariant: a file lives exactly as long as the value that refers to it.
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
