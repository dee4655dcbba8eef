// What panes, palette, operations and drops act on: the place one is at and what is selected there. Told by the page
// on screen, read by features that do not know it. Invariant: `items` are the selection, not the page's rows.
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
  /** Whether one may put documents there. */
  readonly mayAdd: boolean;
}

/** The document whose page is on screen. */
export interface SubjectDocument extends SubjectItem {
  /** Whether one may give it another file, or more of them. */
  readonly mayFill: boolean;
}

export interface Subject {
  /** The folder one is in; null on pages that are no place. */
  readonly folder: SubjectFolder | null;
  readonly document?: SubjectDocument;
  readonly items: readonly SubjectItem[];
}

const nothing: Subject = { folder: null, items: [] };

export const useSubject = create<Subject>(() => nothing);

/** Tells what a page is about, for as long as it is on screen. Who reads it is drawn again when something else is meant. */
export function useSetSubject(subject: Subject): void {
  const active = usePageActive();
  useEffect(() => {
    if (active && JSON.stringify(subject) !== JSON.stringify(useSubject.getState()))
      useSubject.setState(subject, true);
  });
  useEffect(() => (active ? () => useSubject.setState(nothing, true) : undefined), [active]);
}
