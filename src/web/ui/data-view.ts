// What the list (data-grid.tsx) and the gallery (data-gallery.tsx) have in common: where rows come from, what is
// selected, and what happens to them. Invariant: a row that is not loaded yet is `undefined`, never a placeholder row.
import type { ReactNode } from 'react';
import type { Point } from './context-menu.tsx';
import type { Selection } from './selection.ts';

/** The bar of the commands on a selection covers this much of a list's foot. */
export const bulkPx = 76;

/** Into a row, or between it and the one before or after it. */
export type DropSide = 'into' | 'before' | 'after';

export interface RowDrag<Row> {
  /** Fills the transfer with the rows dragged (the selection, or the one row under the pointer). */
  readonly onStart: (ids: readonly string[], transfer: DataTransfer) => void;
  readonly onEnd?: () => void;
  /** What a drop on this row would do; `null` = it takes nothing. Asked again when modifiers change. */
  readonly dropEffect: (row: Row, event: DragEvent) => 'move' | 'copy' | 'link' | null;
  readonly onDrop: (row: Row, event: DragEvent) => void;
  /** Where rows are put into an order by hand: whether what is dragged may go beside this row. */
  readonly mayPlace?: (row: Row, event: DragEvent) => boolean;
  readonly onPlace?: (row: Row, side: 'before' | 'after') => void;
  /** The pointer has rested on a droppable row for 800 ms. */
  readonly onRest?: (row: Row) => void;
}

export interface DataViewProps<Row> {
  /** Names the grid: "Documents in Leases". */
  readonly label: string;
  /** All rows, loaded or not. */
  readonly rowCount: number;
  readonly rowAt: (index: number) => Row | undefined;
  readonly idOf: (row: Row) => string;
  /** The row's name: for its checkbox, for type-ahead, and for assistive technology. */
  readonly nameOf: (row: Row) => string;
  /** The rows now on screen (with a few beyond): fetch their pages. Called only when the range changes. */
  readonly onRange?: (first: number, last: number) => void;
  readonly selection: Selection;
  readonly onSelection: (next: Selection) => void;
  /** A range was asked for across rows that are not loaded; only the loaded ones were taken. */
  readonly onMissing?: (first: number, last: number) => void;
  /** Double click, Enter, or a tap. `newTab` with Ctrl/Cmd. */
  readonly onOpen: (row: Row, how: { readonly newTab: boolean; readonly details: boolean }) => void;
  /** It is pressed, or the keyboard rests on it: it may be opened next. */
  readonly onNear?: (row: Row) => void;
  /** Right click, menu key, Shift+F10, or the row's "…" button. The row is selected first when it was not. */
  readonly onMenu?: (row: Row, at: Point) => void;
  /** F2, or a second click on a selected name after a pause. Return false to let the key pass on. */
  readonly onRename?: (row: Row) => boolean;
  /** Keys the view does not use itself (Delete, Space, letters with Ctrl); return true when used. */
  readonly onKey?: (event: KeyboardEvent, row: Row | undefined) => boolean;
  /** The command of a key without Ctrl, Cmd or Alt on this page; with another key right after it, it begins a name instead. */
  readonly letterCommand?: (event: KeyboardEvent) => ((event: KeyboardEvent) => unknown) | undefined;
  /** Finds the row whose name starts with the typed text; without it the loaded rows are searched. */
  readonly findByName?: (text: string, from: number) => number | undefined;
  readonly drag?: RowDrag<Row>;
  /** Shown weaker: cut, waiting to be pasted. */
  readonly isDimmed?: (row: Row) => boolean;
  /** Row in place editing: the editor stands where the name is. `early` takes keys while its code is on its way. */
  readonly editing?: {
    readonly id: string;
    readonly editor: ReactNode;
    readonly early: KeyboardEvent[];
  } | null;
  /** Where the scroll was when the page was left, in px; and tells it as it moves. */
  readonly initialOffset?: number;
  /** Where nothing is known of that: the row to begin at. */
  readonly initialRow?: number;
  /** How many rows there are is not known yet. */
  readonly awaited?: boolean;
  readonly onOffset?: (offset: number) => void;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
  /** Space kept free at the foot, in px, so that a floating bar hides no row. */
  readonly footSpace?: number;
}

export interface DataViewHandle {
  /** Moves focus to the cursor's row. */
  readonly focus: () => void;
  readonly scrollTo: (index: number) => void;
  /** What scrolls. */
  readonly element: () => HTMLElement | null;
}
