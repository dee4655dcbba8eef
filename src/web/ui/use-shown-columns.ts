// The columns that fit in a list; all of them until it is measured, which is before it is painted. Measured by an observer, after
// the browser's own layout: measuring in an effect would force a second layout. If all columns fit, measuring does not redraw the
// list, and effects that wait for the paint keep waiting.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DataColumn, shownColumns } from './data-columns.ts';

export function useShownColumns<Row>(
  list: RefObject<HTMLElement | null>,
  columns: readonly DataColumn<Row>[],
): readonly DataColumn<Row>[] {
  /** The largest `hideBelow` that the list's width reaches. */
  const [reached, setReached] = useState(Number.POSITIVE_INFINITY);
  const measured = useRef(reached);
  const limits = columns.map(({ hideBelow = 0 }) => hideBelow).join(' ');
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const all = limits.split(' ').map(Number);
      const within = all.filter((limit) => limit <= element.clientWidth);
      const next = within.length === all.length ? Number.POSITIVE_INFINITY : Math.max(0, ...within);
      if (next === measured.current) return;
      measured.current = next;
      flushSync(() => setReached(next));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, limits]);
  return shownColumns(columns, reached);
}
