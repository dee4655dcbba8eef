/** Documents copied or cut, waiting to be pasted into a folder. Kept while the tab is open, across pages. */
import { create } from 'zustand';
import type { StoredDocument } from '../stored-document.ts';

export interface Clipboard {
  readonly verb: 'move' | 'copy';
  readonly documents: readonly StoredDocument[];
}

export const useClipboard = create<{ readonly held: Clipboard | null }>(() => ({ held: null }));

export function setClipboard(held: Clipboard | null): void {
  useClipboard.setState({ held });
}
