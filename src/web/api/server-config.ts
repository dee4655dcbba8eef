/** The schemas of this server. Like its types (`document-types.ts`), they change with a deployment, not with use. */
import { queryOptions } from '@tanstack/react-query';
import type { SchemaEntity } from '#wire/config.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { isArrayOf } from './guards.ts';
import { isRecalled, rememberedAnswer } from './last-seen.ts';
import { api } from './start.ts';

/** Requested once in a visit. Until then, and without a connection, an earlier visit's answer is used. */
export const staleTime = ({ state }: { readonly state: Parameters<typeof isRecalled>[0] }): number =>
  isRecalled(state) ? 0 : Number.POSITIVE_INFINITY;

/** All schemas; fields have their constraints if the server sends them. */
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

function isSchema(value: unknown): value is SchemaEntity {
  return isJsonObject(value) && isString(value.name) && isJsonObject(value.fields);
}

const areSchemas = isArrayOf(isSchema);
