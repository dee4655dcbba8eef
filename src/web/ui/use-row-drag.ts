// Dragging rows, and dropping on rows or between them. Only the row under the pointer is marked; it opens after a rest of 800 ms.
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { DropSide, RowDrag } from './data-view.ts';
import { indexOfTarget, itemAt } from './row-target.ts';

const restMs = 800;
/** Share of a row's height, at either end, that means before or after it where a drop into it is possible too. */
const edge = 0.28;

export interface RowDragSetup<Row> {
  readonly drag?: RowDrag<Row>;
  readonly rowAt: (index: number) => Row | undefined;
  readonly idOf: (row: Row) => string;
  readonly chosen: ReadonlySet<string>;
  readonly includeRow: (index: number) => void;
}

interface Drop {
  readonly index: number;
  readonly side: DropSide;
}

export function useRowDrag<Row>({ drag, rowAt, idOf, chosen, includeRow }: RowDragSetup<Row>) {
  const [drop, setDrop] = useState<Drop | null>(null);
  const marked = useRef<Drop | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (drag === undefined) return { drop: null, handlers: {} };

  const mark = (next: Drop | null) => {
    if (next?.index === marked.current?.index && next?.side === marked.current?.side) return;
    marked.current = next;
    clearTimeout(timer.current);
    setDrop(next);
    const row = next === null ? undefined : rowAt(next.index);
    if (row !== undefined && next?.side === 'into' && drag.onRest !== undefined)
      timer.current = setTimeout(drag.onRest, restMs, row);
  };

  const onDragStart = (event: DragEvent) => {
    const index = indexOfTarget(event.target);
    const row = index === undefined ? undefined : rowAt(index);
    if (index === undefined || row === undefined) return;
    includeRow(index);
    const id = idOf(row);
    drag.onStart(chosen.has(id) ? [...chosen] : [id], event.dataTransfer);
  };

  /** What a drop here would do, and where. */
  const meant = (event: DragEvent) => {
    const index = indexOfTarget(event.target);
    const row = index === undefined ? undefined : rowAt(index);
    if (index === undefined || row === undefined) return null;
    const box = itemAt(event.currentTarget, index)?.getBoundingClientRect();
    const share = box === undefined ? 0.5 : (event.clientY - box.top) / box.height;
    const beside: DropSide = share < 0.5 ? 'before' : 'after';
    const mayPlace = drag.mayPlace?.(row, event.nativeEvent) === true;
    if (mayPlace && Math.min(share, 1 - share) < edge)
      return { index, row, side: beside, effect: 'move' as const };
    const effect = drag.dropEffect(row, event.nativeEvent);
    if (effect !== null) return { index, row, side: 'into' as const, effect };
    return mayPlace ? { index, row, side: beside, effect: 'move' as const } : null;
  };

  const onDragOver = (event: DragEvent) => {
    const found = meant(event);
    mark(found === null ? null : { index: found.index, side: found.side });
    if (found === null) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = found.effect;
  };

  const onDrop = (event: DragEvent) => {
    const found = meant(event);
    mark(null);
    if (found === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (found.side === 'into') drag.onDrop(found.row, event.nativeEvent);
    else drag.onPlace?.(found.row, found.side);
  };

  const onDragLeave = (event: DragEvent) => {
    const into = event.relatedTarget;
    if (!(into instanceof Node && event.currentTarget.contains(into))) mark(null);
  };

  const onDragEnd = () => {
    mark(null);
    drag.onEnd?.();
  };
  return {
    drop,
    handlers: { onDragStart, onDragOver, onDrop, onDragEnd, onDragLeave },
  };
}
