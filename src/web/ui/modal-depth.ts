// Which modal dialog is on top, and above which one a component stands: keys are for the topmost alone.
// Invariant: depth 0 is the page; a dialog opened from another one lies one deeper.
import { createContext, useContext, useLayoutEffect } from 'react';

/** The depth at which a component stands; what a dialog shows is inside a provider of its own. */
export const ModalDepth = createContext(0);

let open: readonly number[] = [];

export function topModalDepth(): number {
  return Math.max(0, ...open);
}

/** For a modal dialog: its depth, which counts as long as it is open. */
export function useModalDepth(isOpen: boolean): number {
  const depth = useContext(ModalDepth) + 1;
  useLayoutEffect(() => {
    if (!isOpen) return;
    open = [...open, depth];
    return () => {
      const at = open.indexOf(depth);
      open = open.filter((_, index) => index !== at);
    };
  }, [depth, isOpen]);
  return depth;
}
