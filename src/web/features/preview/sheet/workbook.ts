// A workbook as its viewer reads it, whichever program wrote it. Types, and the bounds of what is read.
import type { NumberFormat } from './number-format.ts';

/** Text, or a number with how it is to be written; `shown` is a number as the file's own program wrote it. */
export type Cell =
  | string
  | boolean
  | { readonly value: number; readonly format: NumberFormat }
  | { readonly shown: string };

export interface SheetContent {
  readonly rows: readonly (readonly Cell[])[];
  readonly columns: number;
  /** There is more in the file. */
  readonly isCut: boolean;
}

export interface Sheet {
  readonly name: string;
  readonly read: () => Promise<SheetContent>;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
}

/** Beyond these a sheet is cut off, and said to be. */
export const sheetBounds = {
  rows: 100_000,
  columns: 500,
  cells: 1_000_000,
  bytes: 64_000_000,
  characters: 2000,
} as const;

export const mostSheets = 250;

/** How many cells a workbook may still take; one for all sheets that are read at once. */
export interface CellBudget {
  cells: number;
}

/** Rows as they come, within the bounds; empty ones only when something follows them. */
export class SheetRows {
  readonly rows: (readonly Cell[])[] = [];
  columns = 0;
  /** Something of the sheet is left out. */
  isCut = false;
  /** Nothing that follows can be taken. */
  isFull = false;
  readonly #budget: CellBudget;

  constructor(budget: CellBudget) {
    this.#budget = budget;
  }

  /** @param index from 0; rows between the last and this one are empty */
  add(index: number, cells: readonly Cell[]): void {
    // What a file says twice, or out of order, is not worth a second place.
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

/** Without the empty cells at its end. */
export function trimmedRow(cells: readonly Cell[]): readonly Cell[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}
