/** What kinds of documents this server has: types, schemas, facets. They change with a deployment, not with use. */
import { queryOptions } from '@tanstack/react-query';
import type { ConfigTypes, FacetEntity, FieldDescription, SchemaEntity } from '#wire/config.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { isArrayOf } from './entities.ts';
import { api } from './start.ts';

const staleTime = Number.POSITIVE_INFINITY;

export function documentTypes() {
  return queryOptions({
    queryKey: ['config', 'types'],
    queryFn: ({ signal }) => api().entity('/config/types', isConfigTypes, { signal }),
    staleTime,
  });
}

/** All schemas; fields with their constraints where the server tells them. */
export function schemas() {
  return queryOptions({
    queryKey: ['config', 'schemas'],
    queryFn: ({ signal }) =>
      api().entity('/config/schemas', isArrayOf(isSchema), { fetch: { schema: ['fields'] }, signal }),
    staleTime,
  });
}

/** Prefix of a schema's properties; a schema without one uses its name. */
export function prefixOf(described: SchemaEntity): string {
  const prefix = described.prefix ?? described['@prefix'];
  return prefix === undefined || prefix === '' ? described.name : prefix;
}

/** `string`, `date[]`, `complex[]` …, in both spellings of a field. */
export function fieldType(field: FieldDescription): string {
  return typeof field === 'string' ? field : field.type;
}

function isConfigTypes(value: unknown): value is ConfigTypes {
  return isJsonObject(value) && isJsonObject(value.doctypes) && isJsonObject(value.schemas);
}

function isSchema(value: unknown): value is SchemaEntity {
  return isJsonObject(value) && isString(value.name) && isJsonObject(value.fields);
}

function _isFacet(value: unknown): value is FacetEntity {
  return isJsonObject(value) && isString(value.name);
}
