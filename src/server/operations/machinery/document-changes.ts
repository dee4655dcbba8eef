/**
 * Reads and stores property changes of operations, given by xpath in text or JSON.
 * Invariant: files already in the document are recognized by identity and kept; values from clients can only refer to files
 * that the client may read.
 */

import { comparable, type DocumentUpdate } from '#server/core/documents/document-update.ts';
import { changeDocument } from '#server/core/documents/documents.ts';
import {
  Copies,
  getProperty,
  mergeProperties,
  readProperties,
  setProperty,
} from '#server/core/documents/properties.ts';
import { resolveBlobInput } from '#server/core/files/blob-input.ts';
import { isBlobValue } from '#server/core/kernel/blob-value.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { BlobValue, DocumentRow, Properties } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type { FieldDefinition } from '#server/core/types/definitions.ts';
import { withoutOwned } from '#server/core/types/strip-owned.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { readListText } from './properties-text.ts';

type Shape = Pick<DocumentRow, 'type' | 'facets' | 'properties'>;

/**
 * The top-level properties after setting each xpath.
 * @param own files that the operation itself puts into the values
 * @param behaviors by the names in `changes`: how values are applied to lists; the default replaces the list
 */
export async function propertiesAfter(
  session: Session,
  shape: Shape,
  changes: JsonObject,
  own: readonly BlobValue[] = [],
  behaviors: JsonObject = {},
): Promise<Properties> {
  let properties = shape.properties;
  const tops = new Set<string>();
  const appended = new Map<string, Json>();
  const copies = new Copies();
  for (const name of Object.keys(changes)) {
    await pauseWhenLong();
    const value = changes[name];
    const xpath = canonicalXpath(session, name) ?? name;
    const top = xpath.split(/[/[]/)[0] ?? xpath;
    const known = session.types.topField(top);
    if (value === undefined || !known) continue;
    const field = top === xpath ? known.field : undefined;
    properties = setProperty(properties, xpath, fromText(field, value), copies);
    tops.add(top);
    if (isAppending(behaviors[name])) appended.set(xpath, behaviors[name]);
  }
  const given = Object.fromEntries([...tops].map((top) => [top, properties[top] ?? null]));
  const retained = new Set<JsonObject>([...blobsWithin(Object.values(shape.properties)), ...own]);
  const read = await readProperties(session, shape, given, async (input) =>
    retained.has(input) && isBlobValue(input) ? input : resolveBlobInput(session, input),
  );
  return [...appended].reduce((result, [xpath, behavior]) => {
    const added = getProperty(result, xpath);
    const before = getProperty(shape.properties, xpath);
    if (!Array.isArray(added) || !Array.isArray(before)) return result;
    return setProperty(result, xpath, listAfter(before, added, behavior));
  }, read);
}

function isAppending(behavior: Json | undefined): behavior is string {
  return behavior === 'append_including_duplicates' || behavior === 'append_excluding_duplicates';
}

function listAfter(before: readonly Json[], added: readonly Json[], behavior: Json): readonly Json[] {
  if (behavior === 'append_including_duplicates') return [...before, ...added];
  const known = new Set(before.map(comparable));
  const list = [...before];
  for (const one of added) {
    const text = comparable(one);
    if (known.has(text)) continue;
    known.add(text);
    list.push(one);
  }
  return list;
}

/** With prefix and slashes: `files:files/0/file`. Undefined when no schema has it. */
function canonicalXpath(session: Session, xpath: string): string | undefined {
  return session.types.property(xpath.replaceAll(/\[(\d+)\]/g, '/$1'))?.segments.join('/');
}

export function requireXpath(session: Session, document: DocumentRow, xpath: string): string {
  const found = canonicalXpath(session, xpath);
  const schema = found && session.types.topField(found.split('/')[0] ?? '')?.schema;
  if (!found || !schema || !session.types.schemasOf(document).includes(schema)) {
    throw errors.badRequest(`${document.type} has no property ${xpath}`);
  }
  if (schema.owned) throw errors.badRequest(`${xpath} is written by the server's own rules only`);
  return found;
}

/** Texts become lists at commas; complex values and files are JSON text. */
function fromText(field: FieldDefinition | undefined, value: Json): Json {
  if (!field || !isString(value)) return value;
  const isStructured = field.type === 'complex' || field.type === 'blob';
  if (/^\s*[[{]/.test(value) && (field.list || isStructured)) return parsedJson(value);
  if (value === '') return isStructured ? null : field.list ? [] : value;
  return field.list && !isStructured ? readListText(value) : value;
}

export function parsedJson(text: string, refusal = 'The text is no JSON'): Json {
  try {
    const parsed: Json = JSON.parse(text);
    return parsed;
  } catch (error) {
    throw errors.badRequest(refusal, error);
  }
}

function* blobsWithin(values: Iterable<Json>): Generator<BlobValue> {
  for (const value of values) {
    if (isBlobValue(value)) yield value;
    else if (Array.isArray(value)) yield* blobsWithin(value);
    else if (isJsonObject(value)) yield* blobsWithin(Object.values(value).map((item) => item ?? null));
  }
}

export interface ChangeOptions {
  /** False: the changed document is not stored, only passed to the next operation. */
  readonly save?: boolean;
  readonly changeToken?: string | undefined;
  readonly own?: readonly BlobValue[];
  readonly behaviors?: JsonObject;
}

/** @param changes by xpath; changes that depend on present values are computed from the locked row */
export async function changeProperties(
  session: Session,
  document: DocumentRow,
  changes: JsonObject | ((current: DocumentRow) => JsonObject),
  { save = true, changeToken, own, behaviors }: ChangeOptions = {},
): Promise<DocumentRow> {
  const update = async (current: DocumentRow): Promise<DocumentUpdate> => {
    const wanted = typeof changes === 'function' ? changes(current) : changes;
    return { properties: await propertiesAfter(session, current, wanted, own, behaviors), changeToken };
  };
  return changeShape(session, document, update, save);
}

/** The stored row; an unsaved document as it is. */
export async function currentRow(session: Session, document: DocumentRow): Promise<DocumentRow> {
  return (await session.read.documents.get(document.id)) ?? document;
}

/** @param change computed from the stored document; without saving, from the given one */
export async function changeShape(
  session: Session,
  document: DocumentRow,
  change: (current: DocumentRow) => DocumentUpdate | Promise<DocumentUpdate>,
  isSaved: boolean,
): Promise<DocumentRow> {
  if (isSaved) return (await changeDocument(session, document, change)).document;
  const { properties = {}, facets = document.facets } = await change(document);
  const given = withoutOwned(session.types, properties);
  return { ...document, properties: mergeProperties(document.properties, given), facets };
}

export function listAt(document: DocumentRow, xpath: string): readonly Json[] {
  const value = getProperty(document.properties, xpath);
  return Array.isArray(value) ? value : [];
}
