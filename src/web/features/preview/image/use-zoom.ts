// The zoom of a picture, changed around a point that stays in place: the pointer, the middle of two fingers, or the middle
// of the view.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { boundedScale, type ImageZoom, nextScale } from './image-zoom.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Zoom {
  readonly zoom: ImageZoom;
  readonly setZoom: (zoom: ImageZoom) => void;
  readonly step: (by: 1 | -1) => void;
  /** @param at a point on the screen; by default the middle of the visible part */
  readonly zoomTo: (zoom: ImageZoom, at?: Point) => void;
}

/** Change for each pixel of a wheel; browsers report pinching on a trackpad as a wheel with Ctrl. */
const wheelShare = 0.005;

/**
 * @param frame the element within the scroller whose size changes with the scale
 * @param scaleOf the scale for a zoom
 */
export function useZoom(
  scroller: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  scaleOf: (zoom: ImageZoom) => number,
): Zoom {
  const [zoom, setZoom] = useState<ImageZoom>('fit');
  const scale = scaleOf(zoom);
  /** A point on the screen, and its position in the frame, as shares of width and height. */
  const anchor = useRef<{ readonly at: Point; readonly share: Point }>(undefined);
  const zoomTo = (next: ImageZoom, at = middleOf(scroller.current)) => {
    const box = frame.current?.getBoundingClientRect();
    if (box !== undefined && box.width > 0 && box.height > 0) {
      const share = { x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height };
      anchor.current = { at, share };
    }
    setZoom(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the scale has changed.
  useLayoutEffect(() => {
    const box = frame.current?.getBoundingClientRect();
    if (anchor.current === undefined || box === undefined) return;
    const { at, share } = anchor.current;
    anchor.current = undefined;
    scroller.current?.scrollBy(box.left + share.x * box.width - at.x, box.top + share.y * box.height - at.y);
  }, [scale]);
  // Several events may come before the next render.
  const aimed = useRef(scale);
  aimed.current = scale;
  const by = useRef((_factor: number, _at: Point) => {});
  by.current = (factor, at) => {
    aimed.current = boundedScale(aimed.current * factor);
    zoomTo(aimed.current, at);
  };
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const listening = new AbortController();
    const options = { passive: false, signal: listening.signal };
    element.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        by.current(Math.exp(-event.deltaY * wheelShare), { x: event.clientX, y: event.clientY });
      },
      options,
    );
    let apart = 0;
    element.addEventListener(
      'touchstart',
      ({ touches }) => {
        apart = spreadOf(touches).apart;
      },
      options,
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        if (event.touches.length !== 2) return;
        // Else the browser would zoom the whole page.
        event.preventDefault();
        const spread = spreadOf(event.touches);
        if (apart > 0 && spread.apart > 0) by.current(spread.apart / apart, spread.middle);
        apart = spread.apart;
      },
      options,
    );
    return () => listening.abort();
  }, [scroller]);
  return { zoom, setZoom, zoomTo, step: (direction) => zoomTo(nextScale(scale, direction)) };
}

function middleOf(element: HTMLElement | null): Point {
  const box = element?.getBoundingClientRect();
  return box === undefined ? { x: 0, y: 0 } : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function spreadOf(touches: TouchList): { readonly apart: number; readonly middle: Point } {
  const [one, other] = touches;
  if (one === undefined || other === undefined) return { apart: 0, middle: { x: 0, y: 0 } };
  return {
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    middle: { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 },
  };
}
