// Keeps the connection and the processor free for the first view: code not needed at first sight loads when that is drawn, or as
// soon as the user does something.
import { type ComponentType, createElement, useState } from 'react';
import { lazyPart } from '#web/ui/lazy-part.ts';

/** A background tab draws nothing; do not wait longer than this. */
const drawnMs = 500;

let show: () => void = () => {};
export const afterFirstView = new Promise<void>((resolve) => {
  show = resolve;
});
for (const event of ['pointerdown', 'keydown', 'dragenter']) addEventListener(event, show, { once: true });

let draw: () => void = () => {};
/** The first view is complete; unlike `afterFirstView`, input does not resolve it earlier. */
export const firstViewDrawn = new Promise<void>((resolve) => {
  draw = resolve;
});

/** Call it when the data of the first view has arrived: it is drawn in the next frame. */
export function firstViewShown(): void {
  void afterFirstView.then(draw);
  requestAnimationFrame(() => requestAnimationFrame(show));
  setTimeout(show, drawnMs);
}

/** `lazyPart` for code that is not part of the first view. */
export const lazyAfterFirstView: typeof lazyPart = (load) =>
  lazyPart(async () => {
    await afterFirstView;
    return load();
  });

/** Pages whose code has loaded before the app is drawn (first-answers.ts). */
export const pagesHere: { login?: ComponentType; home?: ComponentType } = {};

/** Draws a page at once if its code is here: for a lazy one React shows an empty place for 300 ms, however soon it loads. */
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
