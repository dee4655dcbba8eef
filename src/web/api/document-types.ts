/** The types of documents that this server has. */
import { queryOptions } from '@tanstack/react-query';
import type { ConfigTypes, FieldDescription } from '#wire/config.ts';
import { isJsonObject } from '#wire/json.ts';
import { rememberedAnswer } from './last-seen.ts';
import { staleTime } from './server-config.ts';
import { api } from './start.ts';

export function documentTypes() {
  const queryKey = ['config', 'types'];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => api().entity('/config/types', isConfigTypes, { signal }),
    ...rememberedAnswer(queryKey, isConfigTypes),
    staleTime,
  });
}

/** `string`, `date[]`, `complex[]` …, from either form of a field description. */
export function fieldType(field: FieldDescription): string {
  return typeof field === 'string' ? field : field.type;
}

function isConfigTypes(value: unknown): value is ConfigTypes {
  return isJsonObject(value) && isJsonObject(value.doctypes) && isJsonObject(value.schemas);
}
