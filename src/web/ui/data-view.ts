// What the list (data-grid.tsx) and the gallery (data-gallery.tsx) have in common: the source of rows, the selection, and the
// actions on rows. Invariant: a row that is not loaded yet is `undefined`, never a placeholder row.
import type { ReactNode } from 'react';
import type { Point } from './context-menu.tsx';
import type { Selection } from './selection.ts';

/** Height in px of the bar of selection commands, which covers the foot of a list. */
export const bulkPx = 76;

/** Into a row, or before or after it. */
export type DropSide = 'into' | 'before' | 'after';

export interface RowDrag<Row> {
  /** Fills the transfer with the rows dragged (the selection, or the one row under the pointer). */
  readonly onStart: (ids: readonly string[], transfer: DataTransfer) => void;
  readonly onEnd?: () => void;
  /** What a drop on this row would do; `null` = it accepts nothing. Called again when modifier keys change. */
  readonly dropEffect: (row: Row, event: DragEvent) => 'move' | 'copy' | 'link' | null;
  readonly onDrop: (row: Row, event: DragEvent) => void;
  /** In a list ordered by hand: whether the dragged rows may be placed beside this row. */
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
  /** The rows now on screen, and a few beyond: load their pages. Called only when the range changes. */
  readonly onRange?: (first: number, last: number) => void;
  readonly selection: Selection;
  readonly onSelection: (next: Selection) => void;
  /** A range was selected across rows that are not loaded; only the loaded ones were selected. */
  readonly onMissing?: (first: number, last: number) => void;
  /** Double click, Enter, or a tap. `newTab` with Ctrl/Cmd. */
  readonly onOpen: (row: Row, how: { readonly newTab: boolean; readonly details: boolean }) => void;
  /** The row is pressed, or the keyboard rests on it: it may be opened next. */
  readonly onNear?: (row: Row) => void;
  /** Right click, menu key, Shift+F10, or the row's "…" button. A row that was not selected is selected first. */
  readonly onMenu?: (row: Row, at: Point) => void;
  /** F2, or a second click on a selected name after a pause. Return false to let the key pass on. */
  readonly onRename?: (row: Row) => boolean;
  /** Keys that the view does not handle (Delete, Space, letters with Ctrl); return true if handled. */
  readonly onKey?: (event: KeyboardEvent, row: Row | undefined) => boolean;
  /** The page's command for a key without Ctrl, Cmd or Alt; if another key follows at once, the two begin a name instead. */
  readonly letterCommand?: (event: KeyboardEvent) => ((event: KeyboardEvent) => unknown) | undefined;
  /** Finds the row whose name starts with the typed text; without it the loaded rows are searched. */
  readonly findByName?: (text: string, from: number) => number | undefined;
  readonly drag?: RowDrag<Row>;
  /** Drawn paler: cut, waiting to be pasted. */
  readonly isDimmed?: (row: Row) => boolean;
  /** The row being renamed: the editor takes the place of the name. `early` collects keys while the editor's code loads. */
  readonly editing?: {
    readonly id: string;
    readonly editor: ReactNode;
    readonly early: KeyboardEvent[];
  } | null;
  /** Scroll position when the page was left, in px; `onOffset` reports it as it changes. */
  readonly initialOffset?: number;
  /** If there is no such position: the row to start at. */
  readonly initialRow?: number;
  /** The number of rows is not known yet. */
  readonly awaited?: boolean;
  readonly onOffset?: (offset: number) => void;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
  /** Space to keep free at the foot, in px, so that a floating bar covers no row. */
  readonly footSpace?: number;
}

export interface DataViewHandle {
  /** Moves focus to the cursor's row. */
  readonly focus: () => void;
  readonly scrollTo: (index: number) => void;
  /** The scrolling element. */
  readonly element: () => HTMLElement | null;
}
