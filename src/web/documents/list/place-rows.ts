// Computes the steps that place rows before or after another one.
import type { DocumentRows } from '../rows/use-document-rows.ts';
import type { StoredDocument } from '../stored-document.ts';

/** Null if nothing would move. Each step includes the row that follows it now, for undo. */
export function stepsBeside(
  row: StoredDocument,
  side: 'before' | 'after',
  rows: DocumentRows,
  chosen: readonly StoredDocument[],
) {
  const moved = chosen
    .map((document) => ({ document, index: rows.indexOf(document.uid) ?? 0 }))
    .sort((one, other) => one.index - other.index);
  if (moved.length === 0 || moved.some(({ document }) => document.uid === row.uid)) return null;
  const at = rows.indexOf(row.uid);
  const follower = at === undefined || side === 'before' ? row : rows.rowAt(at + 1);
  const steps = moved.map(({ document, index }) => ({ document, follower: rows.rowAt(index + 1) ?? null }));
  return { steps, follower: follower ?? null };
}
