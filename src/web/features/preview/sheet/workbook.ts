// A workbook as its viewer reads it, whatever program wrote it: types, and limits.
import type { NumberFormat } from './number-format.ts';

/** A text, or a number with its format; `shown` is a number as the file's own program wrote it. */
export type Cell =
  | string
  | boolean
  | { readonly value: number; readonly format: NumberFormat }
  | { readonly shown: string };

export interface SheetContent {
  readonly rows: readonly (readonly Cell[])[];
  readonly columns: number;
  /** The file has more than this. */
  readonly isCut: boolean;
}

export interface Sheet {
  readonly name: string;
  readonly read: () => Promise<SheetContent>;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
}

/** A larger sheet is cut off, with a note. */
export const sheetBounds = {
  rows: 100_000,
  columns: 500,
  cells: 1_000_000,
  bytes: 64_000_000,
  characters: 2000,
} as const;

export const mostSheets = 250;

/** The cells that may still be read; shared by all sheets that are read at once. */
export interface CellBudget {
  cells: number;
}

/** Collects rows within the limits; empty rows are added only if a row follows them. */
export class SheetRows {
  readonly rows: (readonly Cell[])[] = [];
  columns = 0;
  /** Something of the sheet was left out. */
  isCut = false;
  /** No more rows can be added. */
  isFull = false;
  readonly #budget: CellBudget;

  constructor(budget: CellBudget) {
    this.#budget = budget;
  }

  /** @param index from 0; rows between the last one and this one are empty */
  add(index: number, cells: readonly Cell[]): void {
    // Ignore rows that are repeated or out of order.
    if (cells.length === 0 || index < this.rows.length) return;
    const cost = cells.length + index - this.rows.length + 1;
    if (index >= sheetBounds.rows || cost > this.#budget.cells) {
      this.isFull = true;
      this.isCut = true;
      return;
    }
    this.#budget.cells -= cost;
    while (this.rows.length < index) this.rows.push([]);
    this.rows.push(cells);
    this.columns = Math.max(this.columns, cells.length);
  }
}

/** The row without the empty cells at its end. */
export function trimRow(cells: readonly Cell[]): readonly Cell[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}
