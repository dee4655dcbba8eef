// The selection model of every list, gallery and tree: the selected rows, the start of a range (anchor) and the position of the
// keyboard (cursor). Pure; positions are indexes, selected rows are ids, so that sorting keeps the selection. Invariant: only
// loaded rows can be selected; `idAt` returns undefined for the others.

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** If set, every row is selected, loaded or not, except these; `ids` is then empty. */
  readonly except?: ReadonlySet<string> | undefined;
  /** One row, selected only because the cursor is there (a plain press, an arrow key), not on purpose. */
  readonly passing?: boolean | undefined;
  readonly anchor: number;
  readonly cursor: number;
}

export function isChosen({ ids, except }: Selection, id: string): boolean {
  return except === undefined ? ids.has(id) : !except.has(id);
}

export function hasChosen({ ids, except }: Selection): boolean {
  return except !== undefined || ids.size > 0;
}

export type IdAt = (index: number) => string | undefined;

export const emptySelection: Selection = { ids: new Set(), anchor: 0, cursor: 0 };

/** Shift = `range`, Ctrl or Cmd = `toggle`. */
export interface ModifierKeys {
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

function without(ids: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !others.has(id)));
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? without(ids, new Set([id])) : new Set([...ids, id]);
}

function rangeTo(selection: Selection, index: number, keep: boolean, idAt: IdAt): Selection {
  const { ids, anchor, except } = selection;
  const range = idsBetween(anchor, index, idAt);
  if (keep && except !== undefined) return { ids, anchor, cursor: index, except: without(except, range) };
  return { ids: keep ? new Set([...ids, ...range]) : range, anchor, cursor: index };
}

export function toggleAt(selection: Selection, index: number, idAt: IdAt): Selection {
  const id = idAt(index);
  if (id === undefined) return { ...selection, cursor: index };
  const { ids, except } = selection;
  const ends = { anchor: index, cursor: index };
  return except === undefined
    ? { ids: toggled(ids, id), ...ends }
    : { ids, except: toggled(except, id), ...ends };
}

export function selectOnly(index: number, idAt: IdAt): Selection {
  return { ids: idsBetween(index, index, idAt), anchor: index, cursor: index, passing: true };
}

export function clickAt(selection: Selection, index: number, held: ModifierKeys, idAt: IdAt): Selection {
  if (held.range) return rangeTo(selection, index, held.toggle, idAt);
  return held.toggle ? toggleAt(selection, index, idAt) : selectOnly(index, idAt);
}

/** For arrow keys and the like: alone they select, with Shift they extend, with Ctrl/Cmd they only move. */
export function moveTo(selection: Selection, index: number, held: ModifierKeys, idAt: IdAt): Selection {
  if (held.range) return rangeTo(selection, index, held.toggle, idAt);
  return held.toggle ? { ...selection, cursor: index } : selectOnly(index, idAt);
}

export function selectAll(selection: Selection, count: number, idAt: IdAt): Selection {
  const { anchor, cursor, except } = selection;
  return except?.size === 0 ? selection : { ids: idsBetween(0, count - 1, idAt), anchor, cursor };
}

/** Selects every row, loaded or not. */
export function selectEvery({ anchor, cursor }: Selection): Selection {
  return { ids: new Set(), except: new Set(), anchor, cursor };
}

export function clearSelection({ cursor }: Selection): Selection {
  return { ids: new Set(), anchor: cursor, cursor };
}

/** Selects the rows under a drawn rectangle; with Ctrl/Cmd or Shift it adds them to the selection `before`. */
export function selectMarquee(
  before: Selection,
  indexes: readonly number[],
  add: boolean,
  idAt: IdAt,
): Selection {
  const drawn = new Set(indexes.flatMap((index) => idAt(index) ?? []));
  const ends = { anchor: indexes[0] ?? before.anchor, cursor: indexes.at(-1) ?? before.cursor };
  if (add && before.except !== undefined)
    return { ids: before.ids, except: without(before.except, drawn), ...ends };
  return { ids: add ? new Set([...before.ids, ...drawn]) : drawn, ...ends };
}

/** Moves the cursor and the anchor into the list, after rows were removed. */
export function withinCount(selection: Selection, count: number): Selection {
  const last = Math.max(0, count - 1);
  if (selection.cursor <= last && selection.anchor <= last) return selection;
  return { ...selection, cursor: Math.min(selection.cursor, last), anchor: Math.min(selection.anchor, last) };
}
