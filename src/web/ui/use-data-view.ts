// Selection, keyboard and pointer of lists and galleries (the whole table "Selection, keyboard, pointer" of the design), as
// handlers for the scrolling element. Rows are found by their data-index and have no handlers.
import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { DataViewProps } from './data-view.ts';
import { focusRow } from './focused-row.ts';
import { indexOfTarget, itemAt, partOf } from './row-target.ts';
import {
  clearSelection,
  clickAt,
  hasChosen,
  isChosen,
  isLoaded,
  moveTo,
  type Selection,
  selectAll,
  selectOnly,
  toggleAt,
  withinCount,
} from './selection.ts';
import { onMac } from './shortcut-keys.ts';
import { createTypeAhead, findByName } from './type-ahead.ts';
import { useAfterPause } from './use-after-pause.ts';
import { useTouchSelection } from './use-touch-selection.ts';

interface Modifiers {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export const modHeld = ({ ctrlKey, metaKey }: Modifiers) => (onMac() ? metaKey : ctrlKey);
const heldIn = (event: Modifiers) => ({ range: event.shiftKey, toggle: modHeld(event) });

export interface DataViewSetup {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Where a navigation key leads; undefined for other keys. */
  readonly target: (key: string, cursor: number) => number | undefined;
  readonly scrollTo: (index: number) => void;
}

/** A row was opened by a key: the list that replaces this one takes the focus. */
let openedByKey = false;
// After Back, the focus goes to the row that was left.
globalThis.addEventListener?.('popstate', () => {
  openedByKey = false;
});

const slowClickMs = 500;
const sameSpotPx = 12;
const loneLetterMs = 350;
/** Less than this on a row counts as passing over it. */
const nearMs = 100;

export function useDataView<Row>(
  props: DataViewProps<Row>,
  { scroller, target: keyTarget, scrollTo }: DataViewSetup,
) {
  const { rowCount, rowAt, idOf, nameOf, onSelection } = props;
  const selection = withinCount(props.selection, rowCount);
  const typeAhead = useMemo(createTypeAhead, []);
  const focusWanted = useRef(false);
  const hadFocus = useRef(false);
  const isNew = useRef(true);
  const drawnCursor = useRef(selection.cursor);
  const firstClick = useRef<{ x: number; y: number; row?: Row | undefined; before: Selection } | null>(null);
  const slowClick = useAfterPause(slowClickMs);
  const loneLetter = useAfterPause(loneLetterMs);
  const nearby = useAfterPause(nearMs);

  const idAt = (index: number) => {
    const row = rowAt(index);
    return row === undefined ? undefined : idOf(row);
  };
  const select = (next: Selection) => {
    onSelection(next);
    focusWanted.current = true;
  };
  const touch = useTouchSelection((index) => select(toggleAt(selection, index, idAt)));

  useLayoutEffect(() => {
    const item = itemAt(scroller.current, selection.cursor);
    if (!isNew.current || !item) return;
    isNew.current = false;
    if (openedByKey && document.activeElement === document.body) focusRow(scroller.current, selection.cursor);
    openedByKey = false;
  });

  useLayoutEffect(() => {
    const active = document.activeElement;
    const lost = hadFocus.current && active === document.body;
    // Sorting has moved the cursor's row: the focus follows it.
    const moved = drawnCursor.current !== selection.cursor;
    const left = moved && active !== null && active === itemAt(scroller.current, drawnCursor.current);
    drawnCursor.current = selection.cursor;
    if (left && !focusWanted.current) scrollTo(selection.cursor);
    if (!focusWanted.current && !lost && !left) return;
    focusWanted.current = false;
    focusRow(scroller.current, selection.cursor);
  });

  const goTo = (index: number, held: { readonly range: boolean; readonly toggle: boolean }) => {
    select(moveTo(selection, index, held, idAt));
    scrollTo(index);
    const row = rowAt(index);
    if (row !== undefined) nearby.start(() => props.onNear?.(row));
    if (held.range && !isLoaded(selection.anchor, index, idAt)) {
      props.onMissing?.(Math.min(selection.anchor, index), Math.max(selection.anchor, index));
    }
  };

  /** Selects the row that a menu, a drag or a key is about, unless it is part of the selection. */
  const includeRow = (index: number) => {
    const id = idAt(index);
    if (id !== undefined && !isChosen(selection, id)) select(selectOnly(index, idAt));
  };

  /**
   * The rows to drag: the loaded rows that were selected one by one; if every row is selected, only the one under the pointer.
   */
  const takeRow = (index: number) =>
    selection.except === undefined ? includeRow(index) : select(selectOnly(index, idAt));

  const openMenu = (index: number, x: number, y: number) => {
    const row = rowAt(index);
    if (row === undefined || props.onMenu === undefined) return;
    includeRow(index);
    props.onMenu(row, { x, y });
  };

  const rowUnder = ({ target }: MouseEvent) =>
    /name|row/.test(partOf(target)) ? rowAt(indexOfTarget(target) ?? -1) : undefined;

  /** The row that a double click opens: that of the first click, even if rows have moved before the second. */
  const firstOf = (event: MouseEvent) => {
    // If the view was mounted between the two clicks, it has not seen the first.
    if (firstClick.current === null) return rowUnder(event);
    const { x, y, row } = firstClick.current;
    return Math.hypot(event.clientX - x, event.clientY - y) < sameSpotPx ? row : undefined;
  };

  const beforeClick = (event: MouseEvent) => {
    const { clientX, clientY, detail } = event;
    const row = rowUnder(event);
    const first = firstOf(event);
    if (detail % 2) firstClick.current = { x: clientX, y: clientY, row, before: selection };
    else if (first && (!row || idOf(row) !== idOf(first))) event.stopPropagation();
  };

  const onClick = (event: MouseEvent) => {
    const index = indexOfTarget(event.target);
    const part = partOf(event.target);
    // The link of a name is only for the middle button and for copying its address.
    if (part === 'name') event.preventDefault();
    if (part === 'control' || touch.wasLongPress()) return;
    if (index === undefined) {
      if (scroller.current === event.target && hasChosen(selection)) onSelection(clearSelection(selection));
      return;
    }
    if (part === 'more') {
      const box = event.target instanceof Element ? event.target.getBoundingClientRect() : null;
      if (box !== null) openMenu(index, box.left, box.bottom + 4);
      return;
    }
    const row = rowAt(index);
    if (part === 'check') {
      select(clickAt(selection, index, { range: event.shiftKey, toggle: true }, idAt));
    } else if (touch.isTouch()) {
      if (hasChosen(selection)) select(toggleAt(selection, index, idAt));
      else if (row !== undefined) props.onOpen(row, { newTab: false, details: false });
    } else {
      const held = heldIn(event);
      const alone = selection.ids.size === 1 && row !== undefined && selection.ids.has(idOf(row));
      if (alone && part === 'name' && !held.range && !held.toggle)
        slowClick.start(() => props.onRename?.(row));
      if (held.range) goTo(index, held);
      else select(clickAt(selection, index, held, idAt));
    }
  };

  const onDoubleClick = (event: MouseEvent) => {
    slowClick.cancel();
    const row = firstOf(event);
    openedByKey = false;
    if (!row) return;
    // A selection made on purpose before the double click stays: opening selects nothing.
    const { before } = firstClick.current ?? {};
    if (before !== undefined && hasChosen(before) && !before.passing) {
      const { cursor } = selection;
      onSelection({ ...before, anchor: cursor, cursor });
    }
    props.onOpen(row, { newTab: modHeld(event), details: event.altKey });
  };

  const onContextMenu = (event: MouseEvent) => {
    const index = indexOfTarget(event.target);
    if (index === undefined || props.onMenu === undefined || partOf(event.target) === 'control') return;
    event.preventDefault();
    if (touch.isTouch()) return;
    // For the menu key the event has no useful position.
    const fromKeys = event.button !== 2;
    const box = itemAt(scroller.current, index)?.getBoundingClientRect();
    if (fromKeys && box !== undefined) openMenu(index, box.left + 40, box.bottom - 4);
    else openMenu(index, event.clientX, event.clientY);
  };

  const typed = (event: KeyboardEvent): boolean => {
    const sign = event.key;
    const now = performance.now();
    if ([...sign].length !== 1 || event.altKey || event.ctrlKey || event.metaKey) return false;
    if (!/[\p{L}\p{N}]/u.test(sign) && !typeAhead.isTyping(now)) return false;
    // A single letter may be a command of the page; with another letter right after it, it begins a name.
    const command = typeAhead.isTyping(now) ? undefined : props.letterCommand?.(event.nativeEvent);
    const text = typeAhead.add(sign, now);
    if (command === undefined) goToName(text);
    else loneLetter.start(() => runOrGo(command, event.nativeEvent, text));
    return true;
  };

  const runOrGo = (
    command: (event: globalThis.KeyboardEvent) => unknown,
    event: globalThis.KeyboardEvent,
    text: string,
  ) => {
    if (command(event) === false) goToName(text);
    else typeAhead.forget();
  };

  const goToName = (text: string) => {
    const nameAt = (index: number) => {
      const row = rowAt(index);
      return row === undefined ? undefined : nameOf(row);
    };
    const found =
      props.findByName === undefined
        ? findByName(text, selection.cursor, rowCount, nameAt)
        : props.findByName(text, selection.cursor);
    if (found !== undefined) goTo(found, { range: false, toggle: false });
  };

  const commands = (event: KeyboardEvent): boolean => {
    const row = rowAt(selection.cursor);
    const mod = modHeld(event);
    const space = event.key === ' ';
    if (event.key === 'a' && mod) {
      select(selectAll(selection, rowCount, idAt));
      if (!isLoaded(0, rowCount - 1, idAt)) props.onMissing?.(0, rowCount - 1);
      return true;
    }
    if (event.key === 'Escape' && hasChosen(selection)) {
      select(clearSelection(selection));
      return true;
    }
    if (space && mod) {
      select(toggleAt(selection, selection.cursor, idAt));
      return true;
    }
    if (event.key === 'Enter' && row !== undefined) {
      openedByKey = !mod;
      props.onOpen(row, { newTab: mod, details: event.altKey });
      return true;
    }
    if (event.key === 'F2') return row !== undefined && props.onRename?.(row) === true;
    if (space && typeAhead.isTyping(performance.now())) return typed(event);
    if (props.onKey?.(event.nativeEvent, row)) return true;
    if (space) {
      select(toggleAt(selection, selection.cursor, idAt));
      return true;
    }
    return typed(event);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    loneLetter.cancel();
    if (event.nativeEvent.isComposing || indexOfTarget(event.target) === undefined) return;
    if (partOf(event.target) === 'control') return;
    const target = event.altKey ? undefined : keyTarget(event.key, selection.cursor);
    // A name is being edited, and its field has not loaded yet: keys must not act on the rows.
    if (props.editing) props.editing.early.push(event.nativeEvent);
    else if (target !== undefined) goTo(target, heldIn(event));
    else if (!commands(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    selection,
    idAt,
    takeRow,
    beforeClick,
    focusCursor: () => focusRow(scroller.current, selection.cursor),
    handlers: {
      onClick,
      onDoubleClick,
      onContextMenu,
      onKeyDown,
      ...touch.handlers,
      onMouseDown: (event: MouseEvent) => {
        const row = rowAt(indexOfTarget(event.target) ?? -1);
        if (row !== undefined && event.button === 0) props.onNear?.(row);
      },
      onFocus: () => {
        hadFocus.current = true;
      },
      onBlur: () => {
        hadFocus.current = false;
      },
    },
  };
}
