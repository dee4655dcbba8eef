/**
 * The selection of this tab. Documents selected on purpose stay selected on other pages, under any filter, and after a reload; a
 * row selected only by the cursor is selected in its list alone, to which Back returns. Invariant: documents that the user
 * removed from their list are selected nowhere.
 */
import { create } from 'zustand';
import type { StoredDocument } from '../stored-document.ts';
import { readBasket, writeBasketOnLeaving } from './basket-storage.ts';

export interface KnownDocument {
  readonly document: StoredDocument;
  /** The list in which it was last a row (`DocumentRows.members`). */
  readonly members: string;
}

export type Basket = ReadonlyMap<string, KnownDocument>;

export interface ListSelection {
  readonly anchor: number;
  readonly cursor: number;
  /** The document under the cursor, which the cursor follows when the order changes. */
  readonly cursorId: string | undefined;
  /** The row selected only because the cursor is on it. */
  readonly passing: KnownDocument | null;
  /** All rows of the list with these members are selected, except some. */
  readonly every: { readonly members: string; readonly except: ReadonlySet<string> } | null;
}

const most = 60;

/** The list at each place in the history: another order or filter is a place of its own, but the same list. */
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

/** Restores the selection from before a reload. Called by the first list, because only then somebody is signed in. */
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
