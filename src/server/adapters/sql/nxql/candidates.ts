/** Chooses indexes that may find few candidates for the results of a search (few-found.ts). */
import type { Query } from '#nxql/index.ts';
import { type Candidates, ofContributors, ofTitles, ofTypes } from './few-found.ts';
import { besideTitle, textsIn } from './nxql-conditions.ts';
import type { ConditionContext, LeafPredicate } from './nxql-leaf.ts';
import { candidatesOfFacet } from './nxql-special.ts';
import { allOf } from './sql-terms.ts';
import { coverage, ofCoverage, ofSubjects, subjects } from './subjects.ts';

/**
 * @param required conditions that all results meet
 * @param isOfIndexes indexes can decide all conditions
 */
export function candidatesOf(
  { from }: Query,
  required: readonly LeafPredicate[],
  context: ConditionContext,
  isOfIndexes: boolean,
): readonly Candidates[] {
  const { engine, types } = context;
  const isOfAll = from.every(({ name }) => name === 'Document');
  const inTitles = required.flatMap((one) => besideTitle(one, context) ?? []);
  return [
    ...(isOfAll || !isOfIndexes ? [] : [ofTypes(engine, [...types])]),
    ...required.flatMap((one) => candidatesOfFacet(one, context) ?? []),
    ...required.flatMap((one) => {
      const wanted = textsIn(one, context, subjects);
      return wanted === undefined ? [] : [ofSubjects(engine, wanted)];
    }),
    ...required.flatMap((one) => {
      const wanted = textsIn(one, context, coverage);
      return wanted === undefined ? [] : [ofCoverage(engine, wanted)];
    }),
    ...required.flatMap((one) => {
      const people = textsIn(one, context, 'dc:contributors');
      return people === undefined ? [] : [ofContributors(engine, people)];
    }),
    ...(inTitles.length === 0 ? [] : [ofTitles(engine, allOf(inTitles))]),
  ];
}
