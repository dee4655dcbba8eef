/**
 * What is selected in a list, as documents. Invariant: `documents` are rows of the list as it is shown now, and all
 * that keys and commands act on; a selected document that is not in it (a filter hides it) is counted in `elsewhere`.
 */
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from '#web/routing/address.ts';
import { type Selection, selectAll } from '#web/ui/selection.ts';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import type { StoredDocument } from '../stored-document.ts';
import {
  type KnownDocument,
  listAt,
  rememberList,
  setListSelection,
  useListSelection,
} from './selection-store.ts';

export interface Choice {
  readonly selection: Selection;
  readonly documents: readonly StoredDocument[];
  /** How many selected documents are not in the list. */
  readonly elsewhere: number;
  /** Documents by id, also those that join the selection only with the event at hand. */
  readonly find: (ids: Iterable<string>) => readonly StoredDocument[];
  readonly set: (next: Selection) => void;
  readonly clear: () => void;
  /** The first rows of the list, as many as are loaded. Answers how many. */
  readonly all: (most: number) => number;
}

export function useChoice(rows: DocumentRows): Choice {
  const { key } = useLocation();
  const [list] = useState(() => listAt(key));
  useEffect(() => rememberList(key, list), [key, list]);
  const stored = useListSelection(list);
  const { version, members, complete } = rows;
  const selection = atItsRow(stored.selection, stored.cursorId, rows);

  const find = (ids: Iterable<string>): readonly StoredDocument[] =>
    [...ids].flatMap((id) => {
      const known = stored.known.get(id);
      // A page that is not loaded any more may still hold it; of a list that is all here, nothing is unknown.
      const outOfSight = complete || known?.members !== members ? undefined : known.document;
      return rows.find(id) ?? outOfSight ?? [];
    });
  const { ids } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `find` reads is named by these.
  const documents = useMemo(() => find(ids), [ids, stored.known, version, members, complete]);

  const set = (next: Selection) => {
    const known = new Map<string, KnownDocument>();
    for (const id of next.ids) {
      const row = rows.find(id);
      const one = row === undefined ? stored.known.get(id) : { document: row, members };
      if (one !== undefined) known.set(id, one);
    }
    setListSelection(list, { selection: next, cursorId: rows.rowAt(next.cursor)?.uid, known });
  };
  return {
    selection,
    documents,
    elsewhere: ids.size - documents.length,
    find,
    set,
    clear: () => set({ ...selection, ids: new Set(), anchor: selection.cursor }),
    all: (most) => {
      const next = selectAll(selection, most, (index) => rows.rowAt(index)?.uid);
      set(next);
      return next.ids.size;
    },
  };
}

/** The cursor follows its document where a new order has put it. */
function atItsRow(selection: Selection, id: string | undefined, rows: DocumentRows): Selection {
  const cursor = id === undefined ? undefined : rows.indexOf(id);
  if (cursor === undefined || cursor === selection.cursor) return selection;
  return { ...selection, cursor, anchor: selection.anchor === selection.cursor ? cursor : selection.anchor };
}
