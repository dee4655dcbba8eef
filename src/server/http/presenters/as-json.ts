import type { Json } from '#wire/json.ts';

/** Entities are JSON by construction; their interfaces only lack the index signature that says so. */
export function asJson(entity: object): Json {
  return { ...entity };
}
