import type { Json } from '#wire/json.ts';

/** Entities are JSON by construction, but their interfaces lack the index signature of the type. */
export function asJson(entity: object): Json {
  return { ...entity };
}
