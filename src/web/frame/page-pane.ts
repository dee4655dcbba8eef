// Where two pages stand side by side, each in a pane: only one of them at a time answers keys and fills the frame.
import { createContext, useContext } from 'react';
import type { FrameSlot } from './frame-slots.tsx';

export interface PagePane {
  /** The label of the breadcrumb, which tells it from the one of the other pane. */
  readonly wayLabel: string;
  /** What keys and commands mean. */
  readonly active: boolean;
  /** The page's position in its list may stand in the browser's address, which is one for both. */
  readonly ownsAddress: boolean;
  /** Where the page's part for this slot goes, given where the frame has it; null = nowhere. */
  readonly slotIn: (name: FrameSlot, inFrame: Element | undefined) => Element | null | undefined;
}

/** Null for a page by itself. */
export const PagePaneContext = createContext<PagePane | null>(null);

export function usePageActive(): boolean {
  return useContext(PagePaneContext)?.active !== false;
}
