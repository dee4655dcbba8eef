// Dragging rows, and dropping on rows. Only the row under the pointer is marked; it opens after a rest of 800 ms.
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { RowDrag } from './data-view.ts';
import { indexOfTarget } from './row-target.ts';

const restMs = 800;

export interface RowDragSetup<Row> {
  readonly drag?: RowDrag<Row>;
  readonly rowAt: (index: number) => Row | undefined;
  readonly idOf: (row: Row) => string;
  readonly chosen: ReadonlySet<string>;
  readonly includeRow: (index: number) => void;
}

export function useRowDrag<Row>({ drag, rowAt, idOf, chosen, includeRow }: RowDragSetup<Row>) {
  const [dropIndex, setDropIndex] = useState<number | null>(null);
  const marked = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (drag === undefined) return { dropIndex: null, handlers: {} };

  const mark = (index: number | null) => {
    if (index === marked.current) return;
    marked.current = index;
    clearTimeout(timer.current);
    setDropIndex(index);
    const row = index === null ? undefined : rowAt(index);
    if (row !== undefined && drag.onRest !== undefined) timer.current = setTimeout(drag.onRest, restMs, row);
  };

  const onDragStart = (event: DragEvent) => {
    const index = indexOfTarget(event.target);
    const row = index === undefined ? undefined : rowAt(index);
    if (index === undefined || row === undefined) return;
    includeRow(index);
    const id = idOf(row);
    drag.onStart(chosen.has(id) ? [...chosen] : [id], event.dataTransfer);
  };

  const onDragOver = (event: DragEvent) => {
    const index = indexOfTarget(event.target);
    const row = index === undefined ? undefined : rowAt(index);
    const effect = row === undefined ? null : drag.dropEffect(row, event.nativeEvent);
    mark(effect === null ? null : (index ?? null));
    if (effect === null) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = effect;
  };

  const onDrop = (event: DragEvent) => {
    mark(null);
    const index = indexOfTarget(event.target);
    const row = index === undefined ? undefined : rowAt(index);
    if (row === undefined || drag.dropEffect(row, event.nativeEvent) === null) return;
    event.preventDefault();
    event.stopPropagation();
    drag.onDrop(row, event.nativeEvent);
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
    dropIndex,
    handlers: { onDragStart, onDragOver, onDrop, onDragEnd, onDragLeave },
  };
}
