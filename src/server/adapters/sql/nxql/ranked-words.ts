/** Finds the words that results are ranked by. Invariant: every result has them. */
import type { Predicate, Reference } from '#nxql/index.ts';
import type { Engine } from '../engine.ts';
import type { Field } from './nxql-fields.ts';
import { foldExpression, readFulltext } from './nxql-fulltext.ts';
import { type LeafPredicate, referencesOf } from './nxql-leaf.ts';
import { fulltextLiteral, isTitleOnly } from './nxql-special.ts';

/** The only full-text condition, if every result must meet it: only then can results be ranked. */
export function rankedLeaf(
  leaves: readonly LeafPredicate[],
  where: Predicate | undefined,
  resolved: ReadonlyMap<Reference, Field>,
): LeafPredicate | undefined {
  const fulltext = leaves.filter((one) =>
    referencesOf(one).some((reference) => resolved.get(reference)?.kind.startsWith('fulltext')),
  );
  const [only] = fulltext;
  if (only === undefined || fulltext.length > 1) return undefined;
  if (referencesOf(only).some((reference) => resolved.get(reference)?.kind === 'fulltextOf'))
    return undefined;
  return where === only || (where?.kind === 'and' && where.items.includes(only)) ? only : undefined;
}

export function rankedQuery(
  ranked: LeafPredicate,
  resolved: ReadonlyMap<Reference, Field>,
  engine: Engine,
): string | undefined {
  const [reference] = referencesOf(ranked);
  const field = reference === undefined ? undefined : resolved.get(reference);
  if (field === undefined) return undefined;
  const expression = foldExpression(readFulltext(fulltextLiteral(ranked, field.name)));
  return engine.fulltext.query(expression, isTitleOnly(field.name));
}
