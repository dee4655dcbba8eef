/**
 * The selection in a list, as documents. Invariant: `documents` are rows of the list as it is shown now, and keys and commands
 * act on them only; a selected document that is not in the list (it is in another folder, or a filter hides it) is counted in
 * `elsewhere`.
 */

import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { clearSelection, type Selection, selectAll, selectEvery } from '#web/ui/selection.ts';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import type { StoredDocument } from '../stored-document.ts';
import {
  type KnownDocument,
  listAt,
  rememberList,
  restoreBasket,
  setSelection,
  useListSelection,
  useSelections,
} from './selection-store.ts';

export interface Choice {
  readonly selection: Selection;
  /** Empty while every row is selected: there may be too many to load. */
  readonly documents: readonly StoredDocument[];
  /** The number of selected rows in this list. */
  readonly count: number;
  /** The number of selected documents that are not in the list. */
  readonly elsewhere: number;
  /** Set while every row is selected: the excluded ones. */
  readonly except: ReadonlySet<string> | undefined;
  /** The user has returned to this list. */
  readonly visited: boolean;
  /** Documents by id, including those being added to the selection by the current event. */
  readonly find: (ids: Iterable<string>) => readonly StoredDocument[];
  readonly set: (next: Selection) => void;
  /** Clears the selection here and elsewhere. */
  readonly clear: () => void;
  /**
   * Selects the first loaded rows of the list, at most `most`.
   * @returns how many
   */
  readonly all: (most: number) => number;
  /** Selects every row, without loading it. */
  readonly every: () => void;
}

export function useChoice(rows: DocumentRows): Choice {
  const { key } = useLocation();
  const [list] = useState(() => listAt(key));
  useEffect(() => rememberList(key, list), [key, list]);
  useEffect(restoreBasket, []);
  const stored = useListSelection(list);
  const basket = useSelections((state) => state.basket);
  const { version, members, complete } = rows;
  const { passing } = stored;

  const known = (id: string): KnownDocument | undefined =>
    basket.get(id) ?? (passing?.document.uid === id ? passing : undefined);
  const find = (ids: Iterable<string>): readonly StoredDocument[] =>
    [...ids].flatMap((id) => {
      const before = known(id);
      // A page no longer loaded may have it; in a list that is completely loaded nothing is unknown.
      const outOfSight = complete || before?.members !== members ? undefined : before.document;
      return rows.find(id) ?? outOfSight ?? [];
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these name what `find` reads.
  const { documents, total } = useMemo(() => {
    const ids = new Set(basket.keys());
    if (passing !== null) ids.add(passing.document.uid);
    return { documents: find(ids), total: ids.size };
  }, [basket, passing, version, members, complete]);
  const elsewhere = total - documents.length;

  const except = stored.every?.members === members ? stored.every.except : undefined;
  const selection = useMemo(() => {
    const { anchor, cursor } = stored;
    const ids = new Set(except === undefined ? documents.map(({ uid }) => uid) : []);
    return { ids, except, anchor, cursor, passing: stored.passing !== null };
  }, [documents, except, stored]);
  const shown = atItsRow(selection, stored.cursorId, rows);

  const knownNow = (id: string): readonly KnownDocument[] => {
    const row = rows.find(id);
    const one = row === undefined ? known(id) : { document: row, members };
    return one === undefined ? [] : [one];
  };
  const set = (next: Selection) => {
    const here = new Set(documents.map(({ uid }) => uid));
    const elsewhere = [...basket].filter(([id]) => !here.has(id));
    const chosen = [...next.ids].flatMap(knownNow);
    const { anchor, cursor } = next;
    const at = { anchor, cursor, cursorId: rows.rowAt(cursor)?.uid };
    const every = next.except === undefined ? null : { members, except: next.except };
    if (next.passing) setSelection(list, { ...at, every, passing: chosen[0] ?? null }, new Map(elsewhere));
    else {
      const added = chosen.map((one) => [one.document.uid, one] as const);
      setSelection(list, { ...at, every, passing: null }, new Map([...elsewhere, ...added]));
    }
  };
  return {
    selection: shown,
    documents: except === undefined ? documents : [],
    count: except === undefined ? documents.length : Math.max(0, (rows.count ?? 0) - except.size),
    elsewhere: except === undefined ? elsewhere : 0,
    except,
    visited: stored.cursorId !== undefined,
    find,
    set,
    clear: () => {
      const { cursor, cursorId } = stored;
      setSelection(list, { anchor: cursor, cursor, cursorId, passing: null, every: null }, new Map());
    },
    all: (most) => {
      const next = selectAll(clearSelection(shown), most, (index) => rows.rowAt(index)?.uid);
      set(next);
      return next.ids.size;
    },
    every: () => set(selectEvery(shown)),
  };
}

/** Moves the cursor to its document's new index after a change of order. */
function atItsRow(selection: Selection, id: string | undefined, rows: DocumentRows): Selection {
  const cursor = id === undefined ? undefined : rows.indexOf(id);
  if (cursor === undefined || cursor === selection.cursor) return selection;
  return { ...selection, cursor, anchor: selection.anchor === selection.cursor ? cursor : selection.anchor };
}
