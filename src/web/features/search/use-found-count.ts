/** How many documents a search finds. Rows come with a bounded count; where there are more, all are counted beside them. */
import { useQuery } from '@tanstack/react-query';
import type { DocumentRows } from '#web/documents/rows/use-document-rows.ts';
import { countOf, membersOf } from './result-source.ts';
import type { SearchState } from './search-state.ts';

export interface FoundCount {
  readonly count: number;
  /** There are more than `count`, and nobody knows how many. */
  readonly more: boolean;
}

/** Undefined until the rows are there. */
export function useFoundCount(state: SearchState, rows: DocumentRows): FoundCount | undefined {
  const { count, more, members } = rows;
  // The rows of the last search stay while those of this one are on their way: this one's count is not theirs.
  const enabled = more && members === membersOf(state);
  const { data } = useQuery({ ...countOf(state), placeholderData: undefined, enabled });
  if (count === undefined) return undefined;
  const all = enabled ? (data?.resultsCount ?? -1) : -1;
  return all < 0 ? { count, more } : { count: all, more: false };
}
