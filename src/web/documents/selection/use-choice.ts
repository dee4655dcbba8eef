/**
 * What is selected in a list, as documents. Invariant: a selected document stays selected, and known, when its page
 * is no longer loaded; one that left the list leaves the selection with `drop`.
 */
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { emptySelection, type Selection, selectAll } from '#web/ui/selection.ts';
import type { DocumentRows } from '../list/use-document-rows.ts';
import type { StoredDocument } from '../stored-document.ts';
import { rememberSelection, selectionAt } from './choice-memory.ts';

export interface Choice {
  readonly selection: Selection;
  readonly documents: readonly StoredDocument[];
  /** Documents by id, also those that join the selection only with the event at hand. */
  readonly find: (ids: Iterable<string>) => readonly StoredDocument[];
  readonly set: (next: Selection) => void;
  readonly clear: () => void;
  /** Everything that is loaded, which after `rows.loadAll` is everything. */
  readonly all: () => void;
}

export function useChoice(rows: DocumentRows): Choice {
  const { key } = useLocation();
  const [selection, setSelection] = useState(() => selectionAt(key) ?? emptySelection);
  const [known, setKnown] = useState<ReadonlyMap<string, StoredDocument>>(new Map());
  const count = rows.count ?? 0;

  const find = (ids: Iterable<string>): readonly StoredDocument[] => {
    const wanted = new Set(ids);
    const fresh = new Map<string, StoredDocument>();
    for (let index = 0; index < count && fresh.size < wanted.size; index += 1) {
      const row = rows.rowAt(index);
      if (row !== undefined && wanted.has(row.uid)) fresh.set(row.uid, row);
    }
    return [...wanted].flatMap((id) => fresh.get(id) ?? known.get(id) ?? []);
  };

  const set = (next: Selection) => {
    setKnown(new Map(find(next.ids).map((document) => [document.uid, document])));
    setSelection(next);
    rememberSelection(key, next);
  };
  return {
    selection,
    documents: find(selection.ids),
    find,
    set,
    clear: () => set({ ...selection, ids: new Set(), anchor: selection.cursor }),
    all: () => set(selectAll(selection, count, (index) => rows.rowAt(index)?.uid)),
  };
}
