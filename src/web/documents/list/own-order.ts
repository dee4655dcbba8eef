/**
 * Folders whose documents have places that people gave them (facet Orderable). Invariant: what is dragged or moved by
 * keys goes to where it is seen, so it works only in that order, forwards, and with nothing filtered out.
 */
import { useRef } from 'react';
import { may } from '#web/api/document-context.ts';
import { useChangeLater } from '../changes/use-change-later.ts';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import type { Choice } from '../selection/use-choice.ts';
import type { StoredDocument } from '../stored-document.ts';
import { isOwnOrder } from './list-source.ts';
import type { ListState } from './use-list-state.ts';

export function isOrdered({ facets }: StoredDocument): boolean {
  return facets.includes('Orderable');
}

export type Place = (row: StoredDocument, side: 'before' | 'after') => void;

/** Undefined where rows have no places of their own. */
export function useOwnOrder(
  { address }: ListState,
  folder: StoredDocument | null,
  rows: DocumentRows,
  choice: Choice,
): Place | undefined {
  const change = useChangeLater();
  const busy = useRef(false);
  const { sort, filter, filters } = address;
  if (folder === null || !isOrdered(folder) || !may(folder, 'WriteProperties')) return undefined;
  if (!isOwnOrder(sort) || sort[0]?.direction !== 'asc') return undefined;
  if (filter !== '' || Object.keys(filters).length > 0) return undefined;
  return (row, side) => {
    const moved = choice.documents
      .map((document) => ({ document, index: rows.indexOf(document.uid) ?? 0 }))
      .sort((one, other) => one.index - other.index);
    if (busy.current || moved.length === 0 || moved.some(({ document }) => document.uid === row.uid)) return;
    busy.current = true;
    const at = rows.indexOf(row.uid);
    const follower = at === undefined || side === 'before' ? row : rows.rowAt(at + 1);
    const steps = moved.map(({ document, index }) => ({ document, follower: rows.rowAt(index + 1) ?? null }));
    void change((changes) => changes.order(folder, steps, follower ?? null)).finally(() => {
      busy.current = false;
    });
  };
}
