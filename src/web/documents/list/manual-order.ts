/**
 * Ordering rows by hand, in folders (facet Orderable) and in collections. Invariant: rows go to the position where the user sees
 * them, so it works only in that order, ascending, and without filters.
 */
import { useRef } from 'react';
import { may } from '#web/api/document-context.ts';
import { useChangeLater } from '../changes/use-change-later.ts';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import type { Choice } from '../selection/use-choice.ts';
import type { StoredDocument } from '../stored-document.ts';
import { isManualOrder } from './list-source.ts';
import type { ListState } from './use-list-state.ts';

export function isOrdered({ facets }: StoredDocument): boolean {
  return facets.includes('Orderable') || facets.includes('Collection');
}

export interface ManualOrder {
  /** Places the selected rows before or after another one. */
  readonly beside: (row: StoredDocument, side: 'before' | 'after') => void;
  /** Moves the selected, adjacent rows one row up (-1) or down (1). */
  readonly by: (step: number) => void;
  /** Whether there is no row above (-1) or below (1) them. */
  readonly isAtEnd: (step: number) => boolean;
}

/** Undefined for lists that are not ordered by hand. */
export function useManualOrder(
  { address }: ListState,
  folder: StoredDocument | null,
  rows: DocumentRows,
  choice: Choice,
): ManualOrder | undefined {
  const change = useChangeLater();
  const busy = useRef(false);
  const { sort, filter, filters } = address;
  if (folder === null || !isOrdered(folder) || !may(folder, 'WriteProperties')) return undefined;
  if (!isManualOrder(sort) || sort[0]?.direction !== 'asc') return undefined;
  if (filter !== '' || Object.keys(filters).length > 0) return undefined;
  const beside: ManualOrder['beside'] = (row, side) => {
    if (busy.current) return;
    busy.current = true;
    void import('./place-rows.ts')
      .then(({ stepsBeside }) => {
        const placing = stepsBeside(row, side, rows, choice.documents);
        return placing && change((changes) => changes.order(folder, placing.steps, placing.follower));
      })
      .finally(() => {
        busy.current = false;
      });
  };
  const indexBeside = (step: number): number => {
    const chosen = choice.documents.flatMap(({ uid }) => rows.indexOf(uid) ?? []);
    return (step < 0 ? Math.min(...chosen) : Math.max(...chosen)) + step;
  };
  return {
    beside,
    by: (step) => {
      const row = rows.rowAt(indexBeside(step));
      if (row !== undefined) beside(row, step < 0 ? 'before' : 'after');
    },
    isAtEnd: (step) => indexBeside(step) === (step < 0 ? -1 : rows.count),
  };
}
