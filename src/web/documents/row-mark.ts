// The component with the marks beside names in lists. Set after the first view, null until then.
import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { StoredDocument } from './stored-document.ts';

export interface RowMarkProps {
  readonly document: StoredDocument;
}

export const useRowMark = create<{ readonly Mark: ComponentType<RowMarkProps> | null }>(() => ({
  Mark: null,
}));
