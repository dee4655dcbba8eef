// Which modal dialog is on top, and how many dialogs are below a component: keys and focus belong to the topmost dialog.
// Invariant: depth 0 is the page; a dialog opened from another one is one deeper. While one is open or loading, no key reaches
// the page behind, wherever the focus is: a dialog gets the focus some frames after it opens, and a key pressed in between would
// act on the list.
import { createContext, useContext, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { noteEarlyKey, takeEarlyKeys } from './early-keys.ts';

/** The depth of a component; a dialog puts its content in a provider of its own. */
export const ModalDepth = createContext(0);

/** The control that gets a dialog's focus; undefined while there is none. */
type FirstControl = () => HTMLElement | null | undefined;

interface OpenModal {
  readonly depth: number;
  readonly firstControl: FirstControl;
}

let open: readonly OpenModal[] = [];
const listeners = new Set<() => void>();

function setOpen(next: readonly OpenModal[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a modal dialog covers the page. */
export function useIsModal(): boolean {
  return useSyncExternalStore(subscribe, () => open.length > 0);
}

export function topModalDepth(): number {
  return Math.max(0, ...open.map(({ depth }) => depth));
}

/** The depth of a modal dialog; registers the dialog while it is open. */
export function useModalDepth(isOpen: boolean, firstControl?: FirstControl): number {
  const depth = useContext(ModalDepth) + 1;
  const control = useEffectEvent(() => firstControl?.());
  useLayoutEffect(() => {
    if (!isOpen) return;
    const modal: OpenModal = { depth, firstControl: () => control() };
    setOpen([...open, modal]);
    window.addEventListener('keydown', guardKeys, true);
    window.addEventListener('focusin', guardFocus);
    return () => {
      setOpen(open.filter((one) => one !== modal));
      if (open.length > 0) return;
      // In a microtask: the placeholder of a dialog unmounts in the same task in which the dialog mounts.
      queueMicrotask(() => open.length > 0 || takeEarlyKeys());
      window.removeEventListener('keydown', guardKeys, true);
      window.removeEventListener('focusin', guardFocus);
    };
  }, [depth, isOpen]);
  return depth;
}

/** Whether `target` is in the page, covered by a modal dialog. Lists and menus opened by dialogs are outside of the root. */
export function isBehindModal(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('#root') !== null &&
    target.closest('dialog, [role="dialog"], [role="alertdialog"]') === null
  );
}

/** Focuses the first control of the topmost dialog. Undefined if it has none yet. */
export function bringFocusInside(): HTMLElement | undefined {
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

/** Redirects a key meant for the page to the dialog; typed text goes to the control that has the focus then. */
function guardKeys(event: KeyboardEvent): void {
  if (!isBehindModal(event.target)) return;
  event.stopImmediatePropagation();
  const control = bringFocusInside();
  if (control === undefined) noteEarlyKey(event);
  if (control?.dispatchEvent(new KeyboardEvent(event.type, event)) === false) event.preventDefault();
}
