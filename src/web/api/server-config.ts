/** What kinds of documents this server has: types, schemas, facets. They change with a deployment, not with use. */
import { queryOptions } from '@tanstack/react-query';
import type { ConfigTypes, FieldDescription, SchemaEntity } from '#wire/config.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { isArrayOf } from './entities.ts';
import { isRecalled, rememberedAnswer } from './last-seen.ts';
import { api } from './start.ts';

/** Asked for once a visit. What an earlier one has seen stands in until then, and where there is no line. */
const staleTime = ({ state }: { readonly state: Parameters<typeof isRecalled>[0] }): number =>
  isRecalled(state) ? 0 : Number.POSITIVE_INFINITY;

export function documentTypes() {
  const queryKey = ['config', 'types'];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => api().entity('/config/types', isConfigTypes, { signal }),
    ...rememberedAnswer(queryKey, isConfigTypes),
    staleTime,
  });
}

/** All schemas; fields with their constraints where the server tells them. */
export function schemas() {
  const queryKey = ['config', 'schemas'];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      api().entity('/config/schemas', areSchemas, { fetch: { schema: ['fields'] }, signal }),
    ...rememberedAnswer(queryKey, areSchemas),
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

const areSchemas = isArrayOf(isSchema);
