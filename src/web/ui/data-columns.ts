// The columns of a list: which are shown at a width, and how wide. Pure.
import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** Width at rest in px; the one column with `flexible` takes what is left over. */
  readonly width: number;
  readonly min?: number;
  readonly flexible?: boolean;
  readonly align?: 'start' | 'end';
  readonly sortable?: boolean;
  /** Left out when the list itself is narrower than this, in px. */
  readonly hideBelow?: number;
  readonly render: (row: Row, index: number) => ReactNode;
}

export interface SortOrder {
  readonly columnId: string;
  readonly direction: 'asc' | 'desc';
}

/** Widths the reader chose, by column id, in px. */
export type ColumnWidths = Readonly<Record<string, number>>;

const defaultMin = 56;

export function shownColumns<Row>(
  columns: readonly DataColumn<Row>[],
  listWidth: number,
): readonly DataColumn<Row>[] {
  return columns.filter(
    ({ hideBelow }) => hideBelow === undefined || listWidth === 0 || listWidth >= hideBelow,
  );
}

export function leastWidth<Row>(column: DataColumn<Row>): number {
  return column.min ?? (column.flexible ? 140 : defaultMin);
}

export function widthOf<Row>(column: DataColumn<Row>, widths: ColumnWidths): number {
  return Math.max(leastWidth(column), Math.round(widths[column.id] ?? column.width));
}

/** For `grid-template-columns`. A flexible column stays flexible until the reader gives it a width. */
export function columnTemplate<Row>(columns: readonly DataColumn<Row>[], widths: ColumnWidths): string {
  return columns
    .map((column) =>
      column.flexible && widths[column.id] === undefined
        ? `minmax(${leastWidth(column)}px, 1fr)`
        : `${widthOf(column, widths)}px`,
    )
    .join(' ');
}

/** What a click on a column's head asks for: ascending first, then the other way. */
export function nextSort(columnId: string, current: SortOrder | undefined): SortOrder {
  const again = current?.columnId === columnId && current.direction === 'asc';
  return { columnId, direction: again ? 'desc' : 'asc' };
}
