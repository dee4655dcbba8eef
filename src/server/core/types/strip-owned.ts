/** Sifts what the engine owns (owned-values.ts) out of what callers give. */
import type { Properties } from '../kernel/model.ts';
import type { TypeRegistry } from './registry.ts';

/** Owned ones are left out silently: clients send whole documents back. */
export function withoutOwned(types: TypeRegistry, properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !types.isOwnedProperty(name)));
}

export function onlyOwned(types: TypeRegistry, properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => types.isOwnedProperty(name)));
}

/** The facets that a caller asked for, with the owned ones left as they are. */
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
