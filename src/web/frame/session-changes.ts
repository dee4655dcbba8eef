// What was changed since the page was opened and can be undone, for Ctrl/Cmd+Z and the list of these changes.
// Invariant: a change is undone once.
import { create } from 'zustand';

export interface SessionChange {
  readonly id: number;
  readonly text: string;
  readonly at: Date;
  readonly undone: boolean;
  readonly undo: () => unknown;
}

/** What was done longest ago is forgotten. */
const most = 200;
let lastId = 0;

export const useSessionChanges = create<{ readonly changes: readonly SessionChange[] }>(() => ({
  changes: [],
}));

/** Answers how to undo it, wherever that is asked. */
export function noteChange(text: string, undo: () => unknown): () => boolean {
  lastId += 1;
  const change: SessionChange = { id: lastId, text, at: new Date(), undone: false, undo };
  useSessionChanges.setState(({ changes }) => ({ changes: [...changes, change].slice(-most) }));
  return () => undoChange(change.id);
}

/** False when there is nothing to undo any more. */
export function undoChange(id: number): boolean {
  const change = useSessionChanges.getState().changes.find((one) => one.id === id);
  if (change === undefined || change.undone) return false;
  useSessionChanges.setState(({ changes }) => ({
    changes: changes.map((one) => (one.id === id ? { ...one, undone: true } : one)),
  }));
  change.undo();
  return true;
}

/** For Ctrl/Cmd+Z: what it has undone, or false. */
export function undoLast(): string | false {
  const last = useSessionChanges.getState().changes.findLast(({ undone }) => !undone);
  return last !== undefined && undoChange(last.id) && last.text;
}
