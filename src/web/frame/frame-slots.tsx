// Places of the app frame that a page fills: `<InSlot name="actions">…</InSlot>` shows its children in the top bar. The shell
// decides where each slot is; a page never knows. A slot without content takes no space.
import { type ReactNode, useContext, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { PagePaneContext } from './page-pane.ts';

export type FrameSlot =
  /** Above the navigation's foot: the workspace tree or the administration sections. */
  | 'tree'
  /** The foot of the navigation: quota and account. */
  | 'foot'
  /** The search box of the top bar; if empty, a link to the search page. */
  | 'omnibox'
  | 'breadcrumb'
  /** Two folders side by side, in place of one. */
  | 'panes'
  /** Title and subtitle in the phone's top bar, where breadcrumbs have no space. */
  | 'phone-title'
  /** Before the page's own buttons: actions available wherever documents can be added. */
  | 'common-actions'
  /** Buttons at the end of the top bar: on a narrow screen, icons with a name for screen readers. */
  | 'actions'
  /** The details pane: a column on a wide screen, an overlay on a narrow one, a sheet on a phone. */
  | 'pane'
  /** Floats at the bottom of the work area: the bulk bar. On a phone it replaces the tab bar. */
  | 'bulk'
  /** A band under the top bar: connection lost, read only. */
  | 'banner'
  /** Uploads and other long work: at the foot of the pane, or floating. */
  | 'tray';

interface SlotState {
  readonly elements: Readonly<Partial<Record<FrameSlot, Element>>>;
  readonly filled: Readonly<Partial<Record<FrameSlot, number>>>;
}

const useSlots = create<SlotState>(() => ({ elements: {}, filled: {} }));

function setElement(name: FrameSlot, element: Element | null): void {
  useSlots.setState(({ elements }) => ({ elements: { ...elements, [name]: element ?? undefined } }));
}

function addFilling(name: FrameSlot, count: number): void {
  useSlots.setState(({ filled }) => ({ filled: { ...filled, [name]: (filled[name] ?? 0) + count } }));
}

/** Shows `children` in the frame's slot, or in that of its pane, while this is mounted. */
export function InSlot({ name, children }: { readonly name: FrameSlot; readonly children: ReactNode }) {
  const pane = useContext(PagePaneContext);
  const inFrame = useSlots((state) => state.elements[name]);
  const element = pane === null ? inFrame : pane.slotIn(name, inFrame);
  const fills = element === inFrame;
  useLayoutEffect(() => {
    if (!fills) return;
    addFilling(name, 1);
    return () => addFilling(name, -1);
  }, [name, fills]);
  return element ? createPortal(children, element) : null;
}

/** Whether a page fills the slot now. */
export function useSlotFilled(name: FrameSlot): boolean {
  return useSlots((state) => (state.filled[name] ?? 0) > 0);
}

const setters: Partial<Record<FrameSlot, (element: Element | null) => void>> = {};

function setterOf(name: FrameSlot): (element: Element | null) => void {
  const setter = setters[name] ?? ((element: Element | null) => setElement(name, element));
  setters[name] = setter;
  return setter;
}

/** For the shell: the element that receives the slot's content. */
export function SlotElement({ name, className }: { readonly name: FrameSlot; readonly className?: string }) {
  return <div className={className} ref={setterOf(name)} />;
}
