/** Two folders side by side: which pane is active, and the folder in the other one, for commands. Set by the panes on screen. */
import { create } from 'zustand';
import type { StoredDocument } from './stored-document.ts';

export type PaneSide = 'first' | 'second';

interface Panes {
  /** Keys and commands act on this one. */
  readonly active: PaneSide;
  /** The folder of each pane, once known. */
  readonly folders: Readonly<Partial<Record<PaneSide, StoredDocument>>>;
}

export const usePanes = create<Panes>(() => ({ active: 'first', folders: {} }));

export function otherSide(side: PaneSide): PaneSide {
  return side === 'first' ? 'second' : 'first';
}

export function enterPane(side: PaneSide): void {
  if (usePanes.getState().active !== side) usePanes.setState({ active: side });
}

export function setPaneFolder(side: PaneSide, folder: StoredDocument | undefined): void {
  usePanes.setState(({ folders }) => ({ folders: { ...folders, [side]: folder } }));
}

/** The folder in the inactive pane; undefined if there is only one pane. */
export function useOtherFolder(): StoredDocument | undefined {
  return usePanes(({ active, folders }) => folders[otherSide(active)]);
}
