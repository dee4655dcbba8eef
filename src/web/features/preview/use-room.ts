// The inner size of an element as it changes, in px; 0 until it is measured.
import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** The same width as in reader.module.css: with less, the contents beside the page would leave too little of it. */
const narrowPx = 720;

/** True if a reader shows its contents over the page. */
export function useIsNarrow(element: RefObject<HTMLElement | null>): boolean {
  return useRoom(element).width < narrowPx;
}

export function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = () => {
      const next = { width: measured.clientWidth, height: measured.clientHeight };
      setRoom((known) => (known.width === next.width && known.height === next.height ? known : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
