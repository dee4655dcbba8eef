// Keeps the line and the processor free for what one came for: code that nobody misses at first sight waits until the
// first view is drawn, or until somebody does something.
import { lazy } from 'react';

/** A background tab draws nothing, and must not wait for ever. */
const drawnMs = 500;

let show: () => void = () => {};
export const afterFirstView = new Promise<void>((resolve) => {
  show = resolve;
});
for (const event of ['pointerdown', 'keydown', 'dragenter']) addEventListener(event, show, { once: true });

/** What the first view needs has arrived: it is drawn in the next frame. */
export function firstViewShown(): void {
  requestAnimationFrame(() => requestAnimationFrame(show));
  setTimeout(show, drawnMs);
}

/** For what is not part of the first view. */
export const lazyAfterFirstView: typeof lazy = (load) =>
  lazy(async () => {
    await afterFirstView;
    return load();
  });
