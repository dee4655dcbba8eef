/** A single condition of a query and what its translation needs to know. Invariant: names are resolved before. */
import type { Predicate, Reference } from '#nxql/index.ts';
import type { SearchScope } from '#server/core/kernel/document-store.ts';
import type { Engine } from '../engine.ts';
import { invalid } from './nxql-failure.ts';
import type { Field, Fields } from './nxql-fields.ts';

export type LeafPredicate = Exclude<Predicate, { readonly kind: 'and' | 'or' | 'not' }>;

export interface ConditionContext {
  readonly engine: Engine;
  readonly scope: SearchScope;
  readonly fields: Fields;
  readonly resolved: ReadonlyMap<Reference, Field>;
  /** What the documents can be at all. */
  readonly types: ReadonlySet<string>;
  /** Known paths of places by the ids of their owners. */
  readonly ancestors: ReadonlyMap<string, string>;
}

export function unsuitable(predicate: LeafPredicate, name: string): Error {
  const operator = predicate.kind === 'comparison' ? predicate.operator : predicate.kind.toUpperCase();
  return invalid(`${operator} cannot be used on property: ${name}`);
}
