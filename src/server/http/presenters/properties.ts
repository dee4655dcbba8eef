/**
 * Property values as the interface returns them: all fields of the requested schemas, unset ones as null or `[]`.
 */

import { isBlobValue } from '#server/core/kernel/blob-value.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { FieldDefinition, SchemaDefinition } from '#server/core/types/definitions.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { presentBlob } from './blob.ts';

export function prefixOf(schema: SchemaDefinition): string {
  return schema.prefix || schema.name;
}

export function presentProperties(
  baseUrl: string,
  row: DocumentRow,
  schemas: readonly SchemaDefinition[],
): JsonObject {
  const properties: Record<string, Json> = {};
  for (const schema of schemas) {
    for (const field of schema.fields) {
      const name = `${prefixOf(schema)}:${field.name}`;
      properties[name] = present(baseUrl, row, field, name, row.properties[name] ?? null);
    }
  }
  return properties;
}

function present(
  baseUrl: string,
  row: DocumentRow,
  field: FieldDefinition,
  xpath: string,
  value: Json,
): Json {
  if (field.list) {
    return Array.isArray(value)
      ? value.map((item, index) => presentOne(baseUrl, row, field, `${xpath}/${index}`, item))
      : [];
  }
  return presentOne(baseUrl, row, field, xpath, value);
}

function presentOne(
  baseUrl: string,
  row: DocumentRow,
  field: FieldDefinition,
  xpath: string,
  value: Json,
): Json {
  if (field.type === 'blob') {
    return isBlobValue(value) ? { ...presentBlob(baseUrl, row, xpath, value) } : null;
  }
  if (field.type !== 'complex') return value;
  const parts = isJsonObject(value) ? value : {};
  return Object.fromEntries(
    (field.fields ?? []).map((part) => [
      part.name,
      present(baseUrl, row, part, `${xpath}/${part.name}`, parts[part.name] ?? null),
    ]),
  );
}
