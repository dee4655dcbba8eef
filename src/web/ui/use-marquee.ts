// A rectangle drawn on empty space selects the rows it touches. Mouse and pen only; touch scrolls.
import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { indexOfTarget } from './row-target.ts';

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface MarqueeSetup {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onStart: (add: boolean) => void;
  /** Rectangle in the coordinates of the scrolled content. */
  readonly onChange: (area: Rectangle) => void;
  /** Called with each click first, except the one that ends a rectangle. */
  readonly beforeClick: (event: MouseEvent) => void;
}

const edgePx = 28;
const least = 4;

export function useMarquee({ scroller, onStart, onChange, beforeClick }: MarqueeSetup) {
  const [area, setArea] = useState<Rectangle | null>(null);
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);

  const placeOf = (element: HTMLElement, event: PointerEvent) => {
    const box = element.getBoundingClientRect();
    return {
      x: event.clientX - box.left + element.scrollLeft,
      y: event.clientY - box.top + element.scrollTop,
    };
  };

  const drew = useRef(false);
  const end = () => {
    from.current = null;
    setArea(null);
  };

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const element = scroller.current;
      const onContent =
        event.target === element ||
        (event.target instanceof Element && event.target.hasAttribute('data-canvas'));
      if (element === null || event.button !== 0 || event.pointerType === 'touch' || !onContent) return;
      if (indexOfTarget(event.target) !== undefined) return;
      drew.current = false;
      from.current = placeOf(element, event);
      element.setPointerCapture(event.pointerId);
      onStart(event.shiftKey || event.ctrlKey || event.metaKey);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const element = scroller.current;
      const start = from.current;
      if (element === null || start === null) return;
      const box = element.getBoundingClientRect();
      if (event.clientY > box.bottom - edgePx) element.scrollTop += edgePx / 2;
      if (event.clientY < box.top + edgePx) element.scrollTop -= edgePx / 2;
      const now = placeOf(element, event);
      const next = {
        left: Math.min(start.x, now.x),
        top: Math.min(start.y, now.y),
        width: Math.abs(now.x - start.x),
        height: Math.abs(now.y - start.y),
      };
      if (next.width + next.height < least) return;
      drew.current = true;
      setArea(next);
      onChange(next);
    },
    onPointerUp: end,
    onPointerCancel: end,
    // The release is also a click on empty space, which would clear the new selection.
    onClickCapture: (event: MouseEvent) => {
      if (drew.current) event.stopPropagation();
      else beforeClick(event);
      drew.current = false;
    },
  };
  return { area, handlers };
}
