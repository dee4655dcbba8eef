// For two pages side by side, each in a pane: only one of them at a time answers keys and fills the frame.
import { createContext, useContext } from 'react';
import type { FrameSlot } from './frame-slots.tsx';

export interface PagePane {
  /** The label of this pane's breadcrumb, which tells it from the other one. */
  readonly wayLabel: string;
  /** Keys and commands act on this pane. */
  readonly active: boolean;
  /** The page's position in its list may be written to the browser's address, which both panes share. */
  readonly ownsAddress: boolean;
  /** The element for the page's part in this slot, given the frame's own; null = nowhere. */
  readonly slotIn: (name: FrameSlot, inFrame: Element | undefined) => Element | null | undefined;
}

/** Null for a page that is alone. */
export const PagePaneContext = createContext<PagePane | null>(null);

export function usePageActive(): boolean {
  return useContext(PagePaneContext)?.active !== false;
}
