/** The documents before and after a document in the list it was opened from. */
import { type OpenedFrom, useOpenedFrom } from './opened-from.ts';

export interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** From 1. */
  readonly position: number;
  readonly total: number;
}

export function neighboursIn({ ids, offset, total }: OpenedFrom, id: string): Neighbours | null {
  const index = ids.indexOf(id);
  if (index === -1) return null;
  return { previous: ids[index - 1], next: ids[index + 1], position: offset + index + 1, total };
}

/** Null for a document that was not opened from a list. */
export function useNeighbours(id: string): Neighbours | null {
  return neighboursIn(useOpenedFrom(), id);
}
