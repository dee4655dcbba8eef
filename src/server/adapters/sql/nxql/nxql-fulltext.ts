/**
 * Full-text conditions: parses the expression in the literal, and folds its words as the index does.
 * Invariant: an expression without any word matches nothing, on both engines.
 */
import { type FulltextExpression, parseFulltext } from '#nxql/index.ts';
import { foldText, isLoneCharacter } from '#server/core/kernel/fulltext.ts';
import type { FoldedExpression, FoldedTerm } from '../engine.ts';
import { invalid } from './nxql-failure.ts';

export function readFulltext(text: string): FulltextExpression {
  const result = parseFulltext(text);
  if (!result.ok) throw invalid(result.message);
  return result.expression;
}

export function foldExpression(expression: FulltextExpression): FoldedExpression {
  const groups = expression.groups
    .map((group) =>
      group.flatMap((term): FoldedTerm[] => {
        const words = foldText(term.words.join(' '));
        const [first] = words;
        if (first === undefined) return [];
        const isLone = words.length === 1 && isLoneCharacter(first);
        return [{ words, prefix: term.prefix || isLone, negated: term.negated }];
      }),
    )
    .filter((group) => group.some((term) => !term.negated));
  return { groups };
}
