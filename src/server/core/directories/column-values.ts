/** Converts column values: input to the column's type, output with all columns and secrets left empty. */
import type { Json, JsonObject } from '#wire/json.ts';
import { parseDate } from '../documents/property-values.ts';
import { errors } from '../kernel/errors.ts';
import type { Column, DirectoryDefinition } from './registry.ts';

/** Only known columns; unknown names are ignored, as the interface says. */
export function coerceColumns(directory: DirectoryDefinition, properties: JsonObject): JsonObject {
  const fields: Record<string, Json> = {};
  for (const column of directory.columns) {
    const value = properties[column.name];
    if (value !== undefined) fields[column.name] = value === null ? null : coerce(column, value);
  }
  return fields;
}

export function defaultColumns(directory: DirectoryDefinition): JsonObject {
  return Object.fromEntries(directory.columns.map((column) => [column.name, column.defaultValue ?? null]));
}

export function presentColumns(directory: DirectoryDefinition, fields: JsonObject): JsonObject {
  return Object.fromEntries(
    directory.columns.map(({ name }) => [
      name,
      directory.secrets.includes(name) ? '' : (fields[name] ?? null),
    ]),
  );
}

function coerce(column: Column, value: Json): Json {
  switch (column.type) {
    case 'long':
      return whole(column.name, value);
    case 'boolean':
      return typeof value === 'string' ? value.toLowerCase() === 'true' : Boolean(value);
    case 'date':
      return moment(column.name, value);
    case 'string':
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

function whole(name: string, value: Json): number | string | null {
  if (value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  if (typeof value === 'string' && isLong(value)) return value;
  throw errors.badRequest(`The value of ${name} must be a whole number`);
}

/** Whether it is a 64-bit integer in its shortest form. */
function isLong(text: string): boolean {
  return /^-?[1-9]\d{0,18}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

function moment(name: string, value: Json): string | null {
  if (value === '') return null;
  if (typeof value === 'number' && Math.abs(value) <= 8.64e15) return new Date(value).toISOString();
  const date = typeof value === 'string' ? parseDate(value) : undefined;
  if (date !== undefined) return date;
  throw errors.badRequest(`The value of ${name} must be a date`);
}
