// Scrolls a list to where it was left: once, when there are rows to scroll to.
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
    // At the top it is already, and saying so would make the browser lay out before it needs to.
    if (offset && scroller.current !== null) scroller.current.scrollTop = offset;
  }, [offset, rowCount, scroller]);
}
