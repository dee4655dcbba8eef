// On touch a long press selects a row, and the click after its release is ignored.
import { type PointerEvent, useEffect, useRef } from 'react';
import { indexOfTarget, partOf } from './row-target.ts';

const pressMs = 500;
const slackPx = 10;

export function useTouchSelection(onLongPress: (index: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const touching = useRef(false);
  const pressed = useRef(false);
  const latest = useRef(onLongPress);
  useEffect(() => {
    latest.current = onLongPress;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => clearTimeout(timer.current);
  return {
    isTouch: () => touching.current,
    /** True once after a long press. */
    wasLongPress: () => {
      const was = pressed.current;
      pressed.current = false;
      return was;
    },
    handlers: {
      onPointerDownCapture: (event: PointerEvent) => {
        touching.current = event.pointerType === 'touch';
        pressed.current = false;
        stop();
        const index = indexOfTarget(event.target);
        const part = partOf(event.target);
        if (!touching.current || index === undefined || part === 'control' || part === 'more') return;
        from.current = { x: event.clientX, y: event.clientY };
        timer.current = setTimeout(() => {
          pressed.current = true;
          latest.current(index);
        }, pressMs);
      },
      onPointerMoveCapture: (event: PointerEvent) => {
        const moved = Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y);
        if (moved > slackPx) stop();
      },
      onPointerUpCapture: stop,
      onPointerCancelCapture: stop,
    },
  };
}
