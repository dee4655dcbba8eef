/**
 * Reads one value of a declared type: coerced as the interface allows, refused when it does not fit.
 * Invariant: dates are stored as ISO 8601 UTC with milliseconds, so that they sort as texts.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { RepositoryError } from '../kernel/errors.ts';
import type { PropertyValue } from '../kernel/model.ts';
import { pauseWhenLong } from '../kernel/turns.ts';
import type { FieldDefinition, Resolver } from '../types/definitions.ts';
import type { BlobResolver } from './properties.ts';

/** For a blob object without a new blob: the stored blob stays. */
export const ignored = Symbol('ignored');

function refuse(xpath: string): never {
  throw new RepositoryError('invalidProperty', `Unable to deserialize property: ${xpath}`);
}

export async function readField(
  field: FieldDefinition,
  value: Json,
  xpath: string,
  resolveBlob: BlobResolver,
): Promise<PropertyValue | typeof ignored> {
  if (value === null) return field.list ? [] : null;
  if (!field.list) return readItem(field, value, xpath, resolveBlob);
  if (!Array.isArray(value)) refuse(xpath);
  const items: PropertyValue[] = [];
  for (const [index, item] of value.entries()) {
    await pauseWhenLong();
    const read = await readItem(field, item, `${xpath}/${index}`, resolveBlob);
    if (read !== ignored && read !== null) items.push(read);
  }
  return items;
}

async function readItem(
  field: FieldDefinition,
  value: Json,
  xpath: string,
  resolveBlob: BlobResolver,
): Promise<PropertyValue | typeof ignored> {
  if (value === null) return null;
  switch (field.type) {
    case 'blob':
      if (!isJsonObject(value)) refuse(xpath);
      return (await resolveBlob(value)) ?? ignored;
    case 'complex':
      return readComplex(field, value, xpath, resolveBlob);
    case 'string':
      return field.resolver ? reference(value, field.resolver, xpath) : readString(value, xpath);
    case 'binary':
      return typeof value === 'string' ? value : refuse(xpath);
    case 'boolean':
      return readBoolean(value, xpath);
    case 'long':
    case 'integer':
      return readNumber(value, xpath, true);
    case 'double':
      return readNumber(value, xpath, false);
    case 'date':
      return readDate(value, xpath);
  }
}

/** Sub-fields that are missing in the value are cleared. */
async function readComplex(
  field: FieldDefinition,
  value: Json,
  xpath: string,
  resolveBlob: BlobResolver,
): Promise<PropertyValue> {
  if (!isJsonObject(value)) refuse(xpath);
  const read: Record<string, PropertyValue> = {};
  for (const part of field.fields ?? []) {
    const given = value[part.name];
    if (given === undefined) continue;
    const stored = await readField(part, given, `${xpath}/${part.name}`, resolveBlob);
    if (stored !== ignored) read[part.name] = stored;
  }
  return read;
}

function readString(value: Json, xpath: string): PropertyValue {
  if (typeof value === 'string') return withoutControls(value);
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (isJsonObject(value) && typeof value.data === 'string' && !('upload-batch' in value))
    return withoutControls(value.data);
  return refuse(xpath);
}

/** Without control characters, except tabs and line ends. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '');
}

/** Takes a reference, or the whole entity that it refers to. */
function reference(value: Json, resolver: Resolver, xpath: string): PropertyValue {
  if (typeof value === 'string') return value === '' ? null : withoutControls(value);
  if (!isJsonObject(value)) return refuse(xpath);
  const id = referenceOf(value, resolver);
  return typeof id === 'string' ? id : refuse(xpath);
}

function referenceOf(entity: JsonObject, resolver: Resolver): Json | undefined {
  switch (entity['entity-type']) {
    case 'document':
      return entity.uid;
    case 'group':
      return entity.groupname ?? entity.id;
    case 'directoryEntry':
      return resolver.kind === 'directory' && resolver.hierarchical ? entryPath(entity) : entryId(entity);
    default:
      return entity.id;
  }
}

function entryId(entity: JsonObject): Json | undefined {
  return entity.id ?? (isJsonObject(entity.properties) ? entity.properties.id : undefined);
}

/** Hierarchical terms are stored with their parents: `europe/France`. */
function entryPath(entity: JsonObject): Json | undefined {
  const properties = isJsonObject(entity.properties) ? entity.properties : {};
  const id = entryId(entity);
  const parent = properties.parent;
  if (isJsonObject(parent)) {
    const above = entryPath(parent);
    return typeof above === 'string' && typeof id === 'string' ? `${above}/${id}` : id;
  }
  return typeof parent === 'string' && parent !== '' && typeof id === 'string' ? `${parent}/${id}` : id;
}

function readBoolean(value: Json, xpath: string): PropertyValue {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value === '' ? null : value.toLowerCase() === 'true';
  return refuse(xpath);
}

function readNumber(value: Json, xpath: string, whole: boolean): PropertyValue {
  if (value === '') return null;
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN;
  if (!Number.isFinite(number) || (whole && !Number.isSafeInteger(Math.trunc(number)))) return refuse(xpath);
  return whole ? Math.trunc(number) : number;
}

const isoDate =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-]\d{2}):?(\d{2})?)?)?)?)?$/;

/**
 * ISO 8601 with any offset; UTC without one. Undefined for anything but a date of the years 0 to 9999.
 * A part beyond its range carries over, as on the Platform: 97 seconds are a minute and 37 seconds.
 */
export function parseDate(text: string): string | undefined {
  const parts = isoDate.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const [, , , , , , , fraction = '', offsetHours = '', offsetMinutes = ''] = parts;
  const sign = offsetHours.startsWith('-') ? 1 : -1;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(
    hours - Number(offsetHours),
    minutes + sign * Number(offsetMinutes),
    seconds,
    Number(fraction.slice(0, 3).padEnd(3, '0')),
  );
  const read = date.toISOString();
  return read.length === 24 ? read : undefined;
}

function readDate(value: Json, xpath: string): PropertyValue {
  if (value === '') return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= 8.64e15)
    return new Date(value).toISOString();
  return (typeof value === 'string' ? parseDate(value) : undefined) ?? refuse(xpath);
}
