// Computes the scale of a page: a factor, or fitted to the width or the page. Pure.
import type { PageSize } from './pdf-page.tsx';

export type Zoom = 'width' | 'page' | number;

export const leastScale = 0.1;
export const mostScale = 5;
const stepFactor = 1.2;
/** Limit for fitting, so that a wide window does not make letters huge. */
const mostFitted = 1.4;

/** `room` is the space for the page. While it is unknown, the scale is 1. */
export function scaleOf(zoom: Zoom, page: PageSize, room: PageSize): number {
  if (typeof zoom === 'number') return zoom;
  if (room.width <= 0 || page.width <= 0) return 1;
  const byWidth = room.width / page.width;
  const fitted = zoom === 'width' ? byWidth : Math.min(byWidth, room.height / page.height);
  return Math.min(mostFitted, Math.max(leastScale, fitted));
}

export function stepScale(scale: number, by: 1 | -1): number {
  const next = by === 1 ? scale * stepFactor : scale / stepFactor;
  return Math.min(mostScale, Math.max(leastScale, next));
}

/** The size after rotation by a multiple of 90 degrees. */
export function rotateSize({ width, height }: PageSize, rotation: number): PageSize {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}
