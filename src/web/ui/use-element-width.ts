// The width of an element as it changes, in whole px; 0 until measured, which is before it is painted. Measured by an observer,
// after the browser's own layout: measuring in an effect would force a second layout.
import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function useElementWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => flushSync(() => setWidth(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
