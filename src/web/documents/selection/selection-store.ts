/**
 * What is selected in this tab. What was chosen on purpose stays chosen wherever one goes, whatever a list is filtered
 * by, and after a reload; a row that one is merely at is chosen in its list alone, to which Back returns. Invariant:
 * what left its list by one's own doing is selected nowhere.
 */
import { create } from 'zustand';
import type { StoredDocument } from '../stored-document.ts';
import { readBasket, writeBasketOnLeaving } from './basket-storage.ts';

export interface KnownDocument {
  readonly document: StoredDocument;
  /** The list in which it was last seen as a row (`DocumentRows.members`). */
  readonly members: string;
}

export type Basket = ReadonlyMap<string, KnownDocument>;

export interface ListSelection {
  readonly anchor: number;
  readonly cursor: number;
  /** The row that the cursor is on: it stays there when the order changes. */
  readonly cursorId: string | undefined;
  /** The row that one is at. */
  readonly passing: KnownDocument | null;
  /** Every row of the list with these members is chosen, but for some. */
  readonly every: { readonly members: string; readonly except: ReadonlySet<string> } | null;
}

const most = 60;

/** Which list stands at which place in the history: another order or filter is a place of its own, but the same list. */
const listByPlace = new Map<string, string>();

export function listAt(entry: string): string {
  return listByPlace.get(entry) ?? entry;
}

export function rememberList(entry: string, list: string): void {
  listByPlace.delete(entry);
  listByPlace.set(entry, list);
  const [oldest] = listByPlace.keys();
  if (listByPlace.size > most && oldest !== undefined) listByPlace.delete(oldest);
}

const nothing: ListSelection = { anchor: 0, cursor: 0, cursorId: undefined, passing: null, every: null };

interface Selections {
  readonly basket: Basket;
  readonly byList: ReadonlyMap<string, ListSelection>;
}

export const useSelections = create<Selections>(() => ({ basket: new Map(), byList: new Map() }));

let restored = false;

/** What was selected before the page was loaded anew. Asked for by the first list, as nobody is signed in before. */
export function restoreBasket(): void {
  if (restored) return;
  restored = true;
  writeBasketOnLeaving(() => useSelections.getState().basket);
  const before = readBasket();
  if (before.size > 0) useSelections.setState(({ basket }) => ({ basket: new Map([...before, ...basket]) }));
}

export function useListSelection(list: string): ListSelection {
  return useSelections(({ byList }) => byList.get(list)) ?? nothing;
}

export function setSelection(list: string, next: ListSelection, basket: Basket): void {
  useSelections.setState(({ byList }) => {
    const others = [...byList].filter(([other]) => other !== list).slice(-(most - 1));
    return { basket, byList: new Map([...others, [list, next]]) };
  });
}
