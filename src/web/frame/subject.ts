// What panes, palette, operations and drops act on: the current place and the selection there. Set by the page on screen, read by
// features that do not know it. Invariant: `items` are the selection, not the page's rows.
import { useEffect } from 'react';
import { create } from 'zustand';
import { usePageActive } from './page-pane.ts';

export interface SubjectItem {
  readonly id: string;
  readonly title: string;
  readonly type: string;
}

export interface SubjectFolder extends SubjectItem {
  readonly path: string;
  /** Whether the user may add documents there. */
  readonly mayAdd: boolean;
}

/** The document whose page is on screen. */
export interface SubjectDocument extends SubjectItem {
  /** Whether the user may replace its file, or add more. */
  readonly mayFill: boolean;
}

export interface Subject {
  /** The current folder; null on pages that are not a place. */
  readonly folder: SubjectFolder | null;
  readonly document?: SubjectDocument;
  readonly items: readonly SubjectItem[];
}

const nothing: Subject = { folder: null, items: [] };

export const useSubject = create<Subject>(() => nothing);

/** Sets what a page is about, while it is on screen. Readers are drawn again only when it changes. */
export function useSetSubject(subject: Subject): void {
  const active = usePageActive();
  useEffect(() => {
    if (active && JSON.stringify(subject) !== JSON.stringify(useSubject.getState()))
      useSubject.setState(subject, true);
  });
  useEffect(() => (active ? () => useSubject.setState(nothing, true) : undefined), [active]);
}
