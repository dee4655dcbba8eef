// The columns of a list: which are shown at a width, and how wide they are. Pure.
import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** Default width in px; the column with `flexible` takes the remaining space. */
  readonly width: number;
  readonly min?: number;
  readonly flexible?: boolean;
  readonly align?: 'start' | 'end';
  readonly sortable?: boolean;
  /** The rows are filtered by this column. */
  readonly filtered?: boolean;
  /** Hidden if the list itself is narrower than this, in px. */
  readonly hideBelow?: number;
  readonly render: (row: Row, index: number) => ReactNode;
}

export interface SortOrder {
  readonly columnId: string;
  readonly direction: 'asc' | 'desc';
}

/** Widths set by the user, by column id, in px. */
export type ColumnWidths = Readonly<Record<string, number>>;

const defaultMin = 56;

export function shownColumns<Row>(
  columns: readonly DataColumn<Row>[],
  listWidth: number,
): readonly DataColumn<Row>[] {
  return columns.filter(({ hideBelow }) => hideBelow === undefined || listWidth >= hideBelow);
}

export function leastWidth<Row>(column: DataColumn<Row>): number {
  return column.min ?? (column.flexible ? 140 : defaultMin);
}

export function widthOf<Row>(column: DataColumn<Row>, widths: ColumnWidths): number {
  return Math.max(leastWidth(column), Math.round(widths[column.id] ?? column.width));
}

/** For `grid-template-columns`. A flexible column stays flexible until the user sets its width. */
export function columnTemplate<Row>(columns: readonly DataColumn<Row>[], widths: ColumnWidths): string {
  return columns
    .map((column) =>
      column.flexible && widths[column.id] === undefined
        ? `minmax(${leastWidth(column)}px, 1fr)`
        : `${widthOf(column, widths)}px`,
    )
    .join(' ');
}

/** The columns that a list is sorted by; a later one decides where the earlier ones are equal. */
export type SortOrders = readonly SortOrder[];

/**
 * The sort order after a press on a column's head: ascending first, then descending. `add` keeps the other columns: a new one is
 * added at the end; one already among them changes direction, and after both directions is removed.
 */
export function nextSort(columnId: string, current: SortOrders, add = false): SortOrders {
  const at = current.findIndex((order) => order.columnId === columnId);
  const direction = current[at]?.direction === 'asc' ? 'desc' : 'asc';
  const next: SortOrder = { columnId, direction };
  if (!add) return [next];
  if (at === -1) return [...current, next];
  return direction === 'asc' && current.length > 1 ? current.toSpliced(at, 1) : current.with(at, next);
}

/** Moves a column before or after another one. */
export function movedColumn(
  ids: readonly string[],
  id: string,
  target: string,
  side: 'before' | 'after',
): readonly string[] {
  const others = ids.filter((one) => one !== id);
  const at = others.indexOf(target);
  return others.toSpliced(side === 'before' ? Math.max(0, at) : at + 1, 0, id);
}
