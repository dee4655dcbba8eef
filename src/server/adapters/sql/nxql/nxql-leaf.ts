/** A single condition of a query and what its translation needs to know. Invariant: names are resolved before. */
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
  /** What the documents can be at all. */
  readonly types: ReadonlySet<string>;
  readonly chains: HolderChains;
  /** Results are read by their places and not in an order: the indexes for that have different columns. */
  readonly isCounting: boolean;
  /** Nothing but documents that have the words which the score is about is looked at. */
  readonly isOfHits: boolean;
  /** What has those words is read from the index of words, which is `t`. */
  readonly isOfIndex: boolean;
  /** Ranges of which an index finds few documents. */
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
