/**
 * What is selected in each list of this tab, by place in the history: Back returns to the same rows. Invariant: what
 * left its list by one's own doing is selected nowhere.
 */
import { create } from 'zustand';
import { emptySelection, type Selection } from '#web/ui/selection.ts';
import type { StoredDocument } from '../stored-document.ts';

export interface KnownDocument {
  readonly document: StoredDocument;
  /** Of which list it was a row when it was seen last (`DocumentRows.members`). */
  readonly members: string;
}

export interface ListSelection {
  readonly selection: Selection;
  /** The row that the cursor is on: it stays there when the order changes. */
  readonly cursorId: string | undefined;
  /** The selected documents, so that they outlive their page. */
  readonly known: ReadonlyMap<string, KnownDocument>;
}

const most = 60;

/** Which list stands at which place in the history: another order or filter is a place of its own, but the same list. */
const listByPlace = new Map<string, string>();

export function listAt(place: string): string {
  return listByPlace.get(place) ?? place;
}

export function rememberList(place: string, list: string): void {
  listByPlace.delete(place);
  listByPlace.set(place, list);
  const [oldest] = listByPlace.keys();
  if (listByPlace.size > most && oldest !== undefined) listByPlace.delete(oldest);
}
const nothing: ListSelection = { selection: emptySelection, cursorId: undefined, known: new Map() };

const useSelections = create<{ readonly byList: ReadonlyMap<string, ListSelection> }>(() => ({
  byList: new Map(),
}));

export function useListSelection(list: string): ListSelection {
  return useSelections(({ byList }) => byList.get(list)) ?? nothing;
}

export function setListSelection(list: string, next: ListSelection): void {
  useSelections.setState(({ byList }) => {
    const others = [...byList].filter(([other]) => other !== list).slice(-(most - 1));
    return { byList: new Map([...others, [list, next]]) };
  });
}

/** These documents were moved, put in the trash or deleted. */
export function leaveSelections(isGone: (document: StoredDocument) => boolean): void {
  useSelections.setState(({ byList }) => ({
    byList: new Map([...byList].map(([list, one]) => [list, without(one, isGone)])),
  }));
}

function without(one: ListSelection, isGone: (document: StoredDocument) => boolean): ListSelection {
  const gone = [...one.known.values()].filter(({ document }) => isGone(document));
  if (gone.length === 0) return one;
  const ids = new Set(one.selection.ids);
  for (const { document } of gone) ids.delete(document.uid);
  return { ...one, selection: { ...one.selection, ids } };
}
