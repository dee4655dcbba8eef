// What stands beside the names in lists. Written once the first view is there, nothing until then.
import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { StoredDocument } from './stored-document.ts';

export interface RowMarkProps {
  readonly document: StoredDocument;
}

export const useRowMark = create<{ readonly Mark: ComponentType<RowMarkProps> | null }>(() => ({
  Mark: null,
}));
