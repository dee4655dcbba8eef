// The selection model of every list, gallery and tree: which rows are chosen, from where a range grows (anchor)
// and where the keyboard is (cursor). Pure; rows are known by index, chosen by id, so that sorting keeps the choice.
// Invariant: only loaded rows can be chosen; `idAt` answers undefined for the others.

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: number;
  readonly cursor: number;
}

export type IdAt = (index: number) => string | undefined;

export const emptySelection: Selection = { ids: new Set(), anchor: 0, cursor: 0 };

/** Shift = `range`, Ctrl or Cmd = `toggle`. */
export interface Held {
  readonly range: boolean;
  readonly toggle: boolean;
}

export function idsBetween(from: number, to: number, idAt: IdAt): Set<string> {
  const ids = new Set<string>();
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
    const id = idAt(index);
    if (id !== undefined) ids.add(id);
  }
  return ids;
}

/** Whether every row between the two is loaded. */
export function isLoaded(from: number, to: number, idAt: IdAt): boolean {
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
    if (idAt(index) === undefined) return false;
  }
  return true;
}

function rangeTo(selection: Selection, index: number, keep: boolean, idAt: IdAt): Selection {
  const range = idsBetween(selection.anchor, index, idAt);
  return { ...selection, ids: keep ? new Set([...selection.ids, ...range]) : range, cursor: index };
}

export function toggleAt(selection: Selection, index: number, idAt: IdAt): Selection {
  const id = idAt(index);
  if (id === undefined) return { ...selection, cursor: index };
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: index, cursor: index };
}

export function selectOnly(index: number, idAt: IdAt): Selection {
  return { ids: idsBetween(index, index, idAt), anchor: index, cursor: index };
}

export function clickAt(selection: Selection, index: number, held: Held, idAt: IdAt): Selection {
  if (held.range) return rangeTo(selection, index, held.toggle, idAt);
  return held.toggle ? toggleAt(selection, index, idAt) : selectOnly(index, idAt);
}

/** Arrow keys and the like: alone they select, with Shift they extend, with Ctrl/Cmd they only move. */
export function moveTo(selection: Selection, index: number, held: Held, idAt: IdAt): Selection {
  if (held.range) return rangeTo(selection, index, held.toggle, idAt);
  return held.toggle ? { ...selection, cursor: index } : selectOnly(index, idAt);
}

export function selectAll(selection: Selection, count: number, idAt: IdAt): Selection {
  return { ...selection, ids: idsBetween(0, count - 1, idAt) };
}

export function clearSelection(selection: Selection): Selection {
  return { ...selection, ids: new Set(), anchor: selection.cursor };
}

/** Rows under a drawn rectangle; with Ctrl/Cmd or Shift they are added to what was chosen `before`. */
export function selectMarquee(
  before: Selection,
  indexes: readonly number[],
  add: boolean,
  idAt: IdAt,
): Selection {
  const ids = new Set(add ? before.ids : []);
  for (const index of indexes) {
    const id = idAt(index);
    if (id !== undefined) ids.add(id);
  }
  const cursor = indexes.at(-1) ?? before.cursor;
  return { ids, anchor: indexes[0] ?? before.anchor, cursor };
}

/** After rows left or came: the cursor and the anchor stay within the list. */
export function withinCount(selection: Selection, count: number): Selection {
  const last = Math.max(0, count - 1);
  if (selection.cursor <= last && selection.anchor <= last) return selection;
  return { ...selection, cursor: Math.min(selection.cursor, last), anchor: Math.min(selection.anchor, last) };
}
