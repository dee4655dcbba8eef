/**
 * The number of documents that a search finds. Rows come with a limited count; if there are more, they are counted by a
 * request of their own.
 */
import { useQuery } from '@tanstack/react-query';
import type { DocumentRows } from '#web/documents/rows/use-document-rows.ts';
import { countOf, membersOf } from './result-source.ts';
import type { SearchState } from './search-state.ts';

export interface FoundCount {
  readonly count: number;
  /** True if there are more than `count`, and the number is unknown. */
  readonly more: boolean;
}

/** Undefined until the rows are loaded. */
export function useFoundCount(state: SearchState, rows: DocumentRows): FoundCount | undefined {
  const { count, more, members } = rows;
  // While this search loads, the rows are those of the last one, and this one's count does not apply to them.
  const enabled = more && members === membersOf(state);
  const { data } = useQuery({ ...countOf(state), placeholderData: undefined, enabled });
  if (count === undefined) return undefined;
  const all = enabled ? (data?.resultsCount ?? -1) : -1;
  return all < 0 ? { count, more } : { count: all, more: false };
}
