// The focus of a dialog that has just opened. The library moves it one frame after it has chosen where to: when a stand-in
// field was replaced by the real one meanwhile, it would be nowhere, and keys would go to the page behind.
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** About a second. */
const watchedFrames = 60;

/** While a dialog opens: brings the focus back that is on nothing, on the dialog as a whole, or still on its opener. */
export function useFocusInside(
  isOpen: boolean,
  inside: RefObject<HTMLElement | null>,
  firstControl: () => HTMLElement | boolean,
): void {
  const bringBack = useEffectEvent((opener: Element | null) => {
    const dialog = inside.current?.closest('[role="dialog"], [role="alertdialog"]');
    const active = document.activeElement;
    if (!dialog || (active !== dialog && dialog.contains(active))) return;
    if (active !== null && active !== dialog && active !== document.body && active !== opener) return;
    const control = firstControl();
    if (control instanceof HTMLElement) control.focus();
  });
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    let left = watchedFrames;
    const watch = () => {
      bringBack(opener);
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(watch);
    };
    let frame = requestAnimationFrame(watch);
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
}
