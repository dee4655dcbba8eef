/**
 * Property values: what clients may send, how it is stored, and how an xpath finds it.
 * Invariant: what `readProperties` returns fits the schemas; otherwise it throws an error that names the property. Unknown
 * names are ignored.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { isBlobValue } from '../kernel/blob-value.ts';
import { errors } from '../kernel/errors.ts';
import type { BlobValue, DocumentRow, Properties, PropertyValue } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { pauseWhenLong } from '../kernel/turns.ts';
import type { FieldDefinition, SchemaDefinition } from '../types/definitions.ts';
import type { TypeRegistry } from '../types/registry.ts';
import { checkConstraints } from './property-constraints.ts';
import { ignored, readField } from './property-values.ts';

export type BlobResolver = (input: JsonObject) => Promise<BlobValue | undefined>;

/** Only administrators may set who made a document, and when. */
const secured: ReadonlySet<string> = new Set([
  'dc:created',
  'dc:modified',
  'dc:creator',
  'dc:contributors',
  'dc:lastContributor',
]);

/** Names of the properties that this caller may not set. */
export function securedAgainst(session: Session): ReadonlySet<string> {
  return session.principals.isAdministrator ? new Set() : secured;
}

/** The values to store; null clears. @throws 400 for a value that does not fit its type, 422 for a broken constraint */
export async function readProperties(
  session: Session,
  shape: { readonly type: string; readonly facets: readonly string[] },
  given: JsonObject,
  resolveBlob: BlobResolver,
): Promise<Properties> {
  const schemas = new Set(session.types.schemasOf(shape));
  const read: Record<string, PropertyValue> = {};
  for (const name of Object.keys(given)) {
    await pauseWhenLong();
    const value = given[name];
    const found = session.types.topField(name);
    if (value === undefined || !found || !schemas.has(found.schema)) continue;
    if (securedAgainst(session).has(name)) {
      throw errors.badRequest(`Cannot set the value of property: ${found.field.name} since it is readonly`);
    }
    const stored = await readField(found.field, value, name, resolveBlob);
    if (stored !== ignored) read[name] = stored;
  }
  await checkConstraints(session, read);
  return read;
}

/** `before` with `changes` applied; null and empty lists are removed. */
export function mergeProperties(before: Properties, changes: Properties): Properties {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: PropertyValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function steps(xpath: string): readonly string[] {
  return xpath
    .replaceAll(/\[(\d+)\]/g, '/$1')
    .split('/')
    .filter((step) => step !== '');
}

/** The value at `files:files/0/file`; null when there is none. */
export function getProperty(properties: Properties, xpath: string): PropertyValue {
  const [top = '', ...rest] = steps(xpath);
  let value: Json | undefined = properties[top];
  for (const step of rest) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isJsonObject(value)) value = value[step];
    else return null;
  }
  return value ?? null;
}

/**
 * A copy with the value at that xpath; missing parts on the way are made.
 * @param copies for several changes in a row: parts that an earlier change has copied are changed in place
 */
export function setProperty(
  properties: Properties,
  xpath: string,
  value: PropertyValue,
  copies = new Copies(),
): Properties {
  const [top = '', ...rest] = steps(xpath);
  return { ...properties, [top]: placed(properties[top] ?? null, rest, value, copies) };
}

function placed(container: Json, path: readonly string[], value: PropertyValue, copies: Copies): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (/^\d+$/.test(step)) {
    const list = copies.list(container);
    const index = Number(step);
    if (index > list.length) throw errors.badRequest(`Invalid xpath: there is no item ${index}`);
    list[index] = placed(list[index] ?? null, rest, value, copies);
    return list;
  }
  if (step === '__proto__') throw errors.badRequest('Invalid xpath: there is no part __proto__');
  const object = copies.object(container);
  object[step] = placed(object[step] ?? null, rest, value, copies);
  return object;
}

/** Copies of lists and objects. Invariant: each is copied once, however often it is changed. */
export class Copies {
  readonly #lists = new Map<Json, Json[]>();
  readonly #objects = new Map<Json, Record<string, Json | undefined>>();

  /** A value that is no list is replaced by an empty one. */
  list(container: Json): Json[] {
    const own = this.#lists.get(container);
    if (own) return own;
    const copy = Array.isArray(container) ? [...container] : [];
    this.#lists.set(copy, copy);
    return copy;
  }

  object(container: Json): Record<string, Json | undefined> {
    const own = this.#objects.get(container);
    if (own) return own;
    const copy = isJsonObject(container) ? { ...container } : {};
    this.#objects.set(copy, copy);
    return copy;
  }
}

export function blobAt(row: { readonly properties: Properties }, xpath: string): BlobValue | undefined {
  const value = getProperty(row.properties, xpath);
  return isBlobValue(value) ? value : undefined;
}

/** All blobs, in the order in which a blob holder numbers them: the main file, attachments, then the rest by schema. */
export function blobsOf(
  types: TypeRegistry,
  row: Pick<DocumentRow, 'type' | 'facets' | 'properties'>,
): readonly { readonly xpath: string; readonly blob: BlobValue }[] {
  const found: { xpath: string; blob: BlobValue }[] = [];
  const schemas = types.schemasOf(row);
  let names = blobOrders.get(schemas);
  if (names === undefined) {
    names = blobOrder(schemas);
    blobOrders.set(schemas, names);
  }
  for (const name of names) {
    const value = row.properties[name];
    // Most properties are neither lists nor objects.
    if (typeof value === 'object') collectBlobs(value, name, found);
  }
  return found;
}

/** By list of schemas, which documents of one type share unless they have facets of their own. */
const blobOrders = new WeakMap<readonly SchemaDefinition[], readonly string[]>();

/** Names of properties in the order in which their blobs are numbered. */
function blobOrder(schemas: readonly SchemaDefinition[]): readonly string[] {
  const order = ['file', 'files'];
  const rank = (name: string): number => (order.indexOf(name) + order.length + 1) % (order.length + 1);
  return schemas
    .toSorted((one, other) => rank(one.name) - rank(other.name))
    .flatMap((schema) => {
      // Views, stills and thumbnails of a document are not its content.
      if (['picture', 'video', 'thumbnail'].includes(schema.name)) return [];
      return schema.fields.map((field) => `${schema.prefix || schema.name}:${field.name}`);
    });
}

function collectBlobs(
  value: PropertyValue,
  xpath: string,
  found: { xpath: string; blob: BlobValue }[],
): void {
  if (isBlobValue(value)) found.push({ xpath, blob: value });
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) collectBlobs(item, `${xpath}/${index}`, found);
  else if (isJsonObject(value))
    for (const [name, part] of Object.entries(value)) collectBlobs(part ?? null, `${xpath}/${name}`, found);
}

/** The property values of a new document. */
export function defaultProperties(
  types: TypeRegistry,
  shape: { readonly type: string; readonly facets: readonly string[] },
): Properties {
  return Object.fromEntries(
    types.schemasOf(shape).flatMap((schema) =>
      schema.fields.flatMap((field) => {
        const value = defaultOf(field);
        return value === undefined ? [] : [[`${schema.prefix || schema.name}:${field.name}`, value]];
      }),
    ),
  );
}

/** The default of a complex field is made of the defaults of its parts. */
function defaultOf(field: FieldDefinition): Json | undefined {
  if (field.defaultValue !== undefined || field.type !== 'complex' || field.list) return field.defaultValue;
  const parts = (field.fields ?? []).flatMap((part) => {
    const value = defaultOf(part);
    return value === undefined ? [] : [[part.name, value] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** Given values replace defaults; complex values are merged part by part. */
export function overDefaults(defaults: Properties, given: Properties): Properties {
  const merged = Object.entries(mergeProperties(defaults, mergeProperties({}, given))).map(
    ([name, value]) => [name, overDefault(defaults[name], value)] as const,
  );
  return Object.fromEntries(merged);
}

function overDefault(initial: Json | undefined, given: PropertyValue): PropertyValue {
  if (!isJsonObject(initial) || !isJsonObject(given) || isBlobValue(given)) return given;
  const parts = Object.entries(given).map(([name, value]) => {
    const first = initial[name];
    return [name, value === null ? (first ?? null) : overDefault(first, value ?? null)] as const;
  });
  return { ...initial, ...Object.fromEntries(parts) };
}

/** The texts in the properties that people may search for. */
export function searchableText(properties: Properties): string {
  const texts: string[] = [];
  const collect = (value: Json): void => {
    if (typeof value === 'string') texts.push(value);
    else if (isBlobValue(value)) texts.push(value.name ?? '');
    else if (Array.isArray(value)) for (const item of value) collect(item);
    else if (isJsonObject(value)) for (const part of Object.values(value)) collect(part ?? null);
  };
  for (const [name, value] of Object.entries(properties))
    if (
      !/^(dc:(created|modified|creator|lastContributor)|common:|uid:|dss:|picture:|vid:|collection)/.test(
        name,
      )
    )
      collect(value);
  return texts.join(' ');
}
