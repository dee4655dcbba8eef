// The focus of a dialog that has just opened. The library moves it one frame after it has chosen the target: if that was a
// placeholder field, replaced meanwhile, the focus would be lost, and typed text with it.
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isBehindModal } from './modal-depth.ts';
import { typeEarlyKeys } from './type-early-keys.ts';

/** About a second. */
const watchedFrames = 60;

/**
 * While a dialog opens: moves the focus to the first field if it is on nothing, on the dialog as a whole, or still behind it.
 * That field gets what was typed earlier.
 */
export function useFocusInside(
  isOpen: boolean,
  inside: RefObject<HTMLElement | null>,
  firstControl: () => HTMLElement | null | undefined,
): void {
  const bringBack = useEffectEvent(() => {
    const dialog = inside.current?.closest('[role="dialog"], [role="alertdialog"]');
    const active = document.activeElement;
    if (!dialog) return;
    if (active === null || active === dialog || active === document.body || isBehindModal(active))
      firstControl()?.focus();
  });
  const typeEarly = useEffectEvent(() => {
    const { activeElement } = document;
    if (activeElement === firstControl()) typeEarlyKeys(activeElement);
  });
  useEffect(() => {
    if (!isOpen) return;
    let left = watchedFrames;
    const watch = () => {
      bringBack();
      typeEarly();
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(watch);
    };
    let frame = requestAnimationFrame(watch);
    // Together with the focus, so that these keys come before the ones typed next.
    const onFocus = () => typeEarly();
    document.addEventListener('focusin', onFocus);
    typeEarly();
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', onFocus);
    };
  }, [isOpen]);
}
