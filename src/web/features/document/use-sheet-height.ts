// The height of the document's sheet on a narrow screen: away (only its tabs are visible), half, or full. Its grip can be
// dragged, pressed, or moved with the arrow keys. Wide screens ignore it.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

export type SheetHeight = 'away' | 'half' | 'full';

const order: readonly SheetHeight[] = ['away', 'half', 'full'];
/** A shorter drag counts as a press. */
const dragPx = 6;

interface Drag {
  readonly startY: number;
  readonly startHeight: number;
  readonly room: number;
  moved: boolean;
}

function nearest(share: number): SheetHeight {
  if (share < 0.3) return 'away';
  return share < 0.72 ? 'half' : 'full';
}

/** At 400 % zoom, half a screen is a few lines: show the document first. */
const lowScreen = '(max-height: 420px)';

/** @param isWanted the address asks for one of the sheet's tabs */
export function useSheetHeight(isWanted: boolean) {
  const [height, setHeight] = useState<SheetHeight>(() =>
    !isWanted && matchMedia(lowScreen).matches ? 'away' : 'half',
  );
  const [dragged, setDragged] = useState<number | null>(null);
  const drag = useRef<Drag | null>(null);
  const step = (by: 1 | -1) =>
    setHeight((now) => order[Math.min(2, Math.max(0, order.indexOf(now) + by))] ?? now);
  const finish = () => {
    const ended = drag.current;
    drag.current = null;
    setDragged(null);
    return ended;
  };
  return {
    height,
    /** Height in px while it is dragged. */
    dragged,
    /** Opens the sheet at least to half, for a tab that was selected. */
    show: () => setHeight((now) => (now === 'away' ? 'half' : now)),
    grip: {
      onClick: (event: { readonly detail: number }) => {
        // Handle clicks by keys only (`detail` 0): a drag or press has ended in `onPointerUp`.
        if (event.detail === 0) setHeight((now) => (now === 'half' ? 'full' : 'half'));
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowUp') step(1);
        else if (event.key === 'ArrowDown') step(-1);
        else return;
        event.preventDefault();
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const sheet = event.currentTarget.parentElement;
        const room = sheet?.parentElement?.clientHeight ?? 0;
        if (sheet === null || room === 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { startY: event.clientY, startHeight: sheet.clientHeight, room, moved: false };
      },
      onPointerMove: (event: PointerEvent) => {
        const now = drag.current;
        if (now === null) return;
        const by = now.startY - event.clientY;
        if (Math.abs(by) > dragPx) now.moved = true;
        if (now.moved) setDragged(Math.min(now.room, Math.max(48, now.startHeight + by)));
      },
      onPointerUp: () => {
        const at = dragged;
        const ended = finish();
        if (ended === null) return;
        if (!ended.moved || at === null) setHeight((now) => (now === 'half' ? 'full' : 'half'));
        else setHeight(nearest(at / ended.room));
      },
      onPointerCancel: () => void finish(),
    },
  };
}
