// The list a document was opened from, so that its page can go to the next and the previous one ("4 of 214").
// Told by lists when they open a document; kept in this tab, so that a reload stays in the list.
// Invariant: `ids` are the rows loaded around the one opened; `offset` is where the first of them stands in the list.
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

export interface OpenedFrom {
  readonly ids: readonly string[];
  readonly offset: number;
  /** Of the whole list. */
  readonly total: number;
}

const nothing: OpenedFrom = { ids: [], offset: 0, total: 0 };

const useOpenedFrom = create<OpenedFrom>()(
  persist(() => nothing, {
    name: 'muniment.opened-from',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

export function setOpenedFrom(list: OpenedFrom): void {
  useOpenedFrom.setState(list, true);
}

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
