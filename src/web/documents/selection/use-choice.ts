/**
 * What is selected in a list, as documents. Invariant: `documents` are rows of the list as it is shown now, and all
 * that keys and commands act on; a selected document that is not in it (it lies in another folder, or a filter hides it)
 * is counted in `elsewhere`.
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
  /** None while every row is chosen: there may be more than anybody loads. */
  readonly documents: readonly StoredDocument[];
  /** How many rows of this list are selected. */
  readonly count: number;
  /** How many selected documents are not in the list. */
  readonly elsewhere: number;
  /** Given while every row is chosen, but for these. */
  readonly except: ReadonlySet<string> | undefined;
  /** One comes back to this list. */
  readonly visited: boolean;
  /** Documents by id, also those that join the selection only with the event at hand. */
  readonly find: (ids: Iterable<string>) => readonly StoredDocument[];
  readonly set: (next: Selection) => void;
  /** Here and elsewhere. */
  readonly clear: () => void;
  /** The first rows of the list, as many as are loaded. Answers how many. */
  readonly all: (most: number) => number;
  /** Every row, without loading it. */
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
      // A page that is not loaded any more may still hold it; of a list that is all here, nothing is unknown.
      const outOfSight = complete || before?.members !== members ? undefined : before.document;
      return rows.find(id) ?? outOfSight ?? [];
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `find` reads is named by these.
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

/** The cursor follows its document where a new order has put it. */
function atItsRow(selection: Selection, id: string | undefined, rows: DocumentRows): Selection {
  const cursor = id === undefined ? undefined : rows.indexOf(id);
  if (cursor === undefined || cursor === selection.cursor) return selection;
  return { ...selection, cursor, anchor: selection.anchor === selection.cursor ? cursor : selection.anchor };
}
