/** A single condition of a query, and the context for compiling it. Invariant: names are resolved before. */
import type { Predicate, Reference } from '#nxql/index.ts';
import type { SearchScope } from '#server/core/kernel/document-store.ts';
import type { Engine } from '../engine.ts';
import type { HolderChains } from './holder-chains.ts';
import { invalid } from './nxql-failure.ts';
import type { Field, Fields } from './nxql-fields.ts';

export type LeafPredicate = Exclude<Predicate, { readonly kind: 'and' | 'or' | 'not' }>;

export interface ConditionContext {
  readonly engine: Engine;
  readonly scope: SearchScope;
  readonly fields: Fields;
  readonly resolved: ReadonlyMap<Reference, Field>;
  /** The possible types of results. */
  readonly types: ReadonlySet<string>;
  readonly chains: HolderChains;
  /** For counting, results are read by their places, without an order: the indexes for that have other columns. */
  readonly isCounting: boolean;
  /** Only documents with the words that are scored are read. */
  readonly isOfHits: boolean;
  /** Columns are read from the full-text table, as `t`. */
  readonly isOfIndex: boolean;
  /** Ranges in which an index finds few documents. */
  readonly rare: ReadonlySet<LeafPredicate>;
}

export function leavesOf(predicate: Predicate | undefined): readonly LeafPredicate[] {
  const leaves: LeafPredicate[] = [];
  const collect = (part: Predicate): void => {
    switch (part.kind) {
      case 'and':
      case 'or':
        for (const item of part.items) collect(item);
        return;
      case 'not':
        collect(part.item);
        return;
      default:
        leaves.push(part);
    }
  };
  if (predicate !== undefined) collect(predicate);
  return leaves;
}

export function referencesOf(predicate: LeafPredicate): readonly Reference[] {
  if (predicate.kind !== 'comparison') return [predicate.reference];
  return [predicate.left, predicate.right].filter((operand) => operand.kind === 'reference');
}

export function unsuitable(predicate: LeafPredicate, name: string): Error {
  const operator = predicate.kind === 'comparison' ? predicate.operator : predicate.kind.toUpperCase();
  return invalid(`${operator} cannot be used on property: ${name}`);
}
