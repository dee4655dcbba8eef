// Which modal dialog is on top, and above which one a component stands: keys and the focus are for the topmost alone.
// Invariant: depth 0 is the page; a dialog opened from another one lies one deeper. While one is open or on its way, no
// key reaches the page behind it, wherever the focus is: frames pass between a dialog and its focus, and a key that
// comes in between would act on the list.
import { createContext, useContext, useEffectEvent, useLayoutEffect } from 'react';
import { noteEarlyKey, takeEarlyKeys } from './early-keys.ts';

/** The depth at which a component stands; what a dialog shows is inside a provider of its own. */
export const ModalDepth = createContext(0);

/** Where a dialog's focus belongs; nothing while it has no control yet. */
type FirstControl = () => HTMLElement | null | undefined;

interface OpenModal {
  readonly depth: number;
  readonly firstControl: FirstControl;
}

let open: readonly OpenModal[] = [];

export function topModalDepth(): number {
  return Math.max(0, ...open.map(({ depth }) => depth));
}

/** For a modal dialog: its depth, which counts as long as it is open. */
export function useModalDepth(isOpen: boolean, firstControl?: FirstControl): number {
  const depth = useContext(ModalDepth) + 1;
  const control = useEffectEvent(() => firstControl?.());
  useLayoutEffect(() => {
    if (!isOpen) return;
    const modal: OpenModal = { depth, firstControl: () => control() };
    open = [...open, modal];
    window.addEventListener('keydown', guardKeys, true);
    window.addEventListener('focusin', guardFocus);
    return () => {
      open = open.filter((one) => one !== modal);
      if (open.length > 0) return;
      // Afterwards: what stands for a dialog leaves in the same turn in which the dialog comes.
      queueMicrotask(() => open.length > 0 || takeEarlyKeys());
      window.removeEventListener('keydown', guardKeys, true);
      window.removeEventListener('focusin', guardFocus);
    };
  }, [depth, isOpen]);
  return depth;
}

/** On the page, which a modal dialog covers. What dialogs open (lists of choices, menus) lies outside of the root. */
export function isBehindModal(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('#root') !== null &&
    target.closest('dialog, [role="dialog"], [role="alertdialog"]') === null
  );
}

function bringFocusInside(): HTMLElement | undefined {
  for (const { firstControl } of open.toSorted((a, b) => b.depth - a.depth)) {
    const control = firstControl();
    if (!control) continue;
    control.focus();
    return control;
  }
}

function guardFocus({ target }: FocusEvent): void {
  if (isBehindModal(target)) bringFocusInside();
}

/** A key that would have reached the page is the dialog's; what it types goes to the control that has the focus then. */
function guardKeys(event: KeyboardEvent): void {
  if (!isBehindModal(event.target)) return;
  event.stopImmediatePropagation();
  const control = bringFocusInside();
  if (control === undefined) noteEarlyKey(event);
  if (control?.dispatchEvent(new KeyboardEvent(event.type, event)) === false) event.preventDefault();
}
