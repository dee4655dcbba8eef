// Scrolls a list to its earlier position: once, when it has rows.
import { type RefObject, useLayoutEffect, useRef } from 'react';

export function useRestoredOffset(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  offset: number | undefined,
): void {
  const done = useRef(false);
  useLayoutEffect(() => {
    if (done.current || rowCount === 0) return;
    done.current = true;
    // At 0 there is nothing to do, and setting it would force an early layout.
    if (offset && scroller.current !== null) scroller.current.scrollTop = offset;
  }, [offset, rowCount, scroller]);
}
