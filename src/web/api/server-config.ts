/** The schemas that this server has. They change with a deployment, not with use, as its types do (`document-types.ts`). */
import { queryOptions } from '@tanstack/react-query';
import type { SchemaEntity } from '#wire/config.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { isArrayOf } from './guards.ts';
import { isRecalled, rememberedAnswer } from './last-seen.ts';
import { api } from './start.ts';

/** Asked for once a visit. What an earlier one has seen stands in until then, and where there is no line. */
export const staleTime = ({ state }: { readonly state: Parameters<typeof isRecalled>[0] }): number =>
  isRecalled(state) ? 0 : Number.POSITIVE_INFINITY;

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

function isSchema(value: unknown): value is SchemaEntity {
  return isJsonObject(value) && isString(value.name) && isJsonObject(value.fields);
}

const areSchemas = isArrayOf(isSchema);
