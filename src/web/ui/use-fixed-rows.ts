// Computes which of many rows of equal height are on screen. Equal heights need no measuring, so the list and the gallery do
// without a general virtualiser (a third of this page's own weight); lists of unequal rows use one.
import { type RefObject, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { followFocusedRow } from './focused-row.ts';
import { indexesWith } from './index-range.ts';
import { useIsPrinting } from './use-is-printing.ts';

export interface FixedRowsOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowPx: number;
  /** The first `leadCount` rows have a height of their own (`leadRowPx`). */
  readonly leadCount?: number;
  readonly leadRowPx?: number;
  /** Height of the head above the rows, which stays there while they scroll. */
  readonly headPx?: number;
  /** Height of the part that covers the end of the rows. */
  readonly footPx?: number;
  /** Rows drawn beyond each edge. */
  readonly overscan: number;
  readonly initialOffset: number;
  /** A row that is always drawn: it may have the focus. */
  readonly keep: number;
}

export interface FixedRows {
  /** First and last row on screen; last is -1 if there is none. */
  readonly first: number;
  readonly last: number;
  /** The rows to draw. */
  readonly indexes: readonly number[];
  readonly totalPx: number;
  readonly topOf: (index: number) => number;
  /** The row at this distance from the top. */
  readonly rowAtPx: (offset: number) => number;
  /** Scrolls as little as needed to show the whole row. */
  readonly scrollTo: (index: number) => void;
}

/** Minimum height above a list, in px: until the list is measured, it is taken to fill the rest of the window. */
const framePx = 96;

/** Paper does not scroll, so rows are drawn up to this number. With more, a browser takes long to start printing. */
const mostPrinted = 2_000;

/** The rows in this height are drawn first, the others in the next frames: a slow processor shows the first ones sooner. */
const firstPx = 360;

export function useFixedRows(options: FixedRowsOptions): FixedRows {
  const { scroller, count, rowPx, headPx = 0, footPx = 0, overscan, keep } = options;
  const { leadCount = 0, leadRowPx = rowPx } = options;
  const leadPx = leadCount * leadRowPx;
  const topOf = (index: number) =>
    index < leadCount ? index * leadRowPx : leadPx + (index - leadCount) * rowPx;
  const rowAtPx = (px: number) =>
    Math.floor(px < leadPx ? px / leadRowPx : leadCount + (px - leadPx) / rowPx);
  const [offset, setOffset] = useState(options.initialOffset);
  const [height, setHeight] = useState<number>();

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // Whole rows only: scrolling within one row redraws nothing.
    const stepPx = Math.min(rowPx, leadRowPx);
    const onScroll = () => setOffset(Math.floor(element.scrollTop / stepPx) * stepPx);
    // The observer also runs at once, after the browser's own layout: measuring here would force a second layout.
    const observer = new ResizeObserver(() => {
      onScroll();
      setHeight(element.clientHeight);
      followFocusedRow(element);
    });
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, rowPx, leadRowPx]);

  const scrollTo = (index: number) => {
    const element = scroller.current;
    if (element === null) return;
    const top = topOf(index);
    const lowest = topOf(index + 1) + headPx + footPx - element.clientHeight;
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < lowest) element.scrollTop = lowest;
  };

  // If something covers the foot of the rows, or takes space from them, keep the focused row in view if it was.
  const room = height === undefined ? undefined : height - headPx - footPx;
  const earlierRoom = useRef(room);
  useLayoutEffect(() => {
    const { current: earlier } = earlierRoom;
    earlierRoom.current = room;
    if (earlier === undefined || room === undefined || room >= earlier) return;
    const { scrollTop } = scroller.current ?? { scrollTop: 0 };
    if (topOf(keep) < scrollTop + earlier && topOf(keep + 1) > scrollTop) scrollTo(keep);
  });

  const first = Math.min(Math.max(0, count - 1), rowAtPx(offset));
  const shownPx = height ?? window.innerHeight - framePx;
  const last = Math.min(count - 1, rowAtPx(offset + rowPx + shownPx - headPx));
  const beyond = height === undefined ? 0 : overscan;
  const drawn = useDeferredValue(Number.POSITIVE_INFINITY, Math.ceil(firstPx / rowPx));
  const printing = useIsPrinting();
  return {
    first,
    last,
    indexes: printing
      ? indexesWith(0, mostPrinted - 1, count, keep)
      : indexesWith(first - beyond, Math.min(last + beyond, first + drawn - 1), count, keep),
    totalPx: topOf(count),
    topOf,
    rowAtPx,
    scrollTo,
  };
}
