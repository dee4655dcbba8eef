// Keeps the line and the processor free for what one came for: code that nobody misses at first sight waits until the
// first view is drawn, or until somebody does something.
import { type ComponentType, createElement, useState } from 'react';
import { lazyPart } from '#web/ui/lazy-part.ts';

/** A background tab draws nothing, and must not wait for ever. */
const drawnMs = 500;

let show: () => void = () => {};
export const afterFirstView = new Promise<void>((resolve) => {
  show = resolve;
});
for (const event of ['pointerdown', 'keydown', 'dragenter']) addEventListener(event, show, { once: true });

let draw: () => void = () => {};
/** What one came for is there; unlike above, nothing that somebody does comes before it. */
export const firstViewDrawn = new Promise<void>((resolve) => {
  draw = resolve;
});

/** What the first view needs has arrived: it is drawn in the next frame. */
export function firstViewShown(): void {
  void afterFirstView.then(draw);
  requestAnimationFrame(() => requestAnimationFrame(show));
  setTimeout(show, drawnMs);
}

/** For what is not part of the first view. */
export const lazyAfterFirstView: typeof lazyPart = (load) =>
  lazyPart(async () => {
    await afterFirstView;
    return load();
  });

/** Pages whose code has come before the app is drawn (first-answers.ts). */
export const pagesHere: { login?: ComponentType; home?: ComponentType } = {};

/** A page, drawn at once where it is here: React leaves the place of a lazy one empty for 300 ms, however soon it comes. */
export function FirstPage({
  name,
  later,
}: {
  readonly name: keyof typeof pagesHere;
  readonly later: ComponentType;
}) {
  const [Page] = useState(() => pagesHere[name] ?? later);
  return createElement(Page);
}
