// Places of the app frame that a page fills: `<InSlot name="actions">…</InSlot>` shows its children in the top bar.
// The shell owns where each slot stands; a page never knows. A slot without content takes no room.
import { type ReactNode, useContext, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { PagePaneContext } from './page-pane.ts';

export type FrameSlot =
  /** Above the navigation's foot: the workspace tree or the administration sections. */
  | 'tree'
  /** The foot of the navigation: quota and account. */
  | 'foot'
  /** The search box of the top bar; without content, a link to the search page stands there. */
  | 'omnibox'
  | 'breadcrumb'
  /** Two folders side by side, in place of one. */
  | 'panes'
  /** Title and subtitle in the phone's top bar, where breadcrumbs have no room. */
  | 'phone-title'
  /** Before the page's own buttons: what is offered wherever documents can be added. */
  | 'common-actions'
  /** Buttons at the end of the top bar: where room is short, icons whose words are only read out. */
  | 'actions'
  /** The details pane: a column on a wide screen, an overlay on a narrow one, a sheet on a phone. */
  | 'pane'
  /** What floats at the foot of the work: the bulk bar. It replaces the tab bar on a phone. */
  | 'bulk'
  /** A band under the top bar: connection lost, read only. */
  | 'banner'
  /** What is on its way, uploads and all other long work: at the foot of the pane, or floating. */
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

/** Shows `children` in the frame's slot, or its pane's own, for as long as this stays mounted. */
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

/** Whether some page fills the slot now. */
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
