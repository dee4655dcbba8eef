// The columns for which a list has room; all of them until it is measured, which is before it is painted.
// Measured by an observer, after the browser's own layout: asking in an effect would make it lay out once more. A list with
// room for all its columns is not drawn again for being measured, and effects that wait for the paint go on waiting.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DataColumn, shownColumns } from './data-columns.ts';

export function useShownColumns<Row>(
  list: RefObject<HTMLElement | null>,
  columns: readonly DataColumn<Row>[],
): readonly DataColumn<Row>[] {
  /** The width that matters: the widest of the columns' limits that the list reaches. */
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
