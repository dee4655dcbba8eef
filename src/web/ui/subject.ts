// What panes, palette, operations and drops act on: the place one is at and what is selected there. Told by the page
// on screen, read by features that do not know it. Invariant: `items` are the selection, not the page's rows.
import { create } from 'zustand';

export interface SubjectItem {
  readonly id: string;
  readonly title: string;
  readonly type: string;
}

export interface SubjectPlace extends SubjectItem {
  readonly path: string;
}

export interface Subject {
  /** The folder one is in; null on pages that are no place. */
  readonly place: SubjectPlace | null;
  readonly items: readonly SubjectItem[];
}

const nothing: Subject = { place: null, items: [] };

export const useSubject = create<Subject>(() => nothing);

export function setSubject(subject: Subject): void {
  useSubject.setState(subject, true);
}

export function clearSubject(): void {
  useSubject.setState(nothing, true);
}
