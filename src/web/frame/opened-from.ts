// The list a document was opened from, so that its page can go to the next and the previous one ("4 of 214"). Lists set it when
// they open a document; kept in this tab, so it survives a reload. Invariant: `ids` are the rows loaded around the one opened;
// `offset` is the index of the first of them in the list.
import { persisted } from './persisted.ts';

export interface OpenedFrom {
  readonly ids: readonly string[];
  readonly offset: number;
  /** The number of rows in the whole list. */
  readonly total: number;
}

const nothing: OpenedFrom = { ids: [], offset: 0, total: 0 };

export const useOpenedFrom = persisted(nothing, {
  name: 'muniment.opened-from',
  storage: 'sessionStorage',
});

export function setOpenedFrom(list: OpenedFrom): void {
  useOpenedFrom.setState(list, true);
}

/** How many rows to keep on each side of the one opened. */
const reach = 200;

/** The loaded rows around the one at `index`, without gaps. */
export function listAround(
  index: number,
  total: number,
  idAt: (index: number) => string | undefined,
): OpenedFrom {
  const ids: string[] = [];
  let offset = index;
  for (let at = index; at < Math.min(total, index + reach); at += 1) {
    const id = idAt(at);
    if (id === undefined) break;
    ids.push(id);
  }
  if (ids.length === 0) return nothing;
  for (let at = index - 1; at >= Math.max(0, index - reach); at -= 1) {
    const id = idAt(at);
    if (id === undefined) break;
    ids.unshift(id);
    offset = at;
  }
  return { ids, offset, total };
}
