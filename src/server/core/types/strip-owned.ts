/** Removes what only the engine may write (owned-values.ts) from values that callers send. */
import type { Properties } from '../kernel/model.ts';
import type { TypeRegistry } from './registry.ts';

/** Silently, because clients send whole documents back. */
export function withoutOwned(types: TypeRegistry, properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !types.isOwnedProperty(name)));
}

export function onlyOwned(types: TypeRegistry, properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => types.isOwnedProperty(name)));
}

/** The facets that a caller asked for; owned ones stay as the document has them. */
export function requestedFacets(
  types: TypeRegistry,
  before: readonly string[],
  requested: readonly string[],
): readonly string[] {
  return [
    ...requested.filter((facet) => !types.isOwnedFacet(facet)),
    ...before.filter((facet) => types.isOwnedFacet(facet)),
  ];
}
