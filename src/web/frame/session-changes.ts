// The changes made since the page was opened, for Ctrl/Cmd+Z and the list of changes. Invariant: a change is undone once; where
// the latest cannot be undone, Ctrl/Cmd+Z does not undo an earlier one in its place.
import { create } from 'zustand';

export interface SessionChange {
  readonly id: number;
  readonly text: string;
  readonly at: Date;
  readonly undone: boolean;
  readonly undo: () => unknown;
  /** If set, it cannot be undone: the reason, and what to do instead. */
  readonly lasting?: string;
}

/** Older changes are dropped. */
const most = 200;
let lastId = 0;

export const useSessionChanges = create<{ readonly changes: readonly SessionChange[] }>(() => ({
  changes: [],
}));

/** @returns undoes the change, from anywhere */
export function noteChange(text: string, undo: () => unknown): () => boolean {
  const id = add({ text, undo });
  return () => undoChange(id);
}

/**
 * Notes a change that cannot be undone.
 * @param lasting why, and what to do instead
 */
export function noteLasting(text: string, lasting: string): void {
  add({ text, undo: () => undefined, lasting });
}

function add(change: Pick<SessionChange, 'text' | 'undo' | 'lasting'>): number {
  lastId += 1;
  const added: SessionChange = { ...change, id: lastId, at: new Date(), undone: false };
  useSessionChanges.setState(({ changes }) => ({ changes: [...changes, added].slice(-most) }));
  return added.id;
}

/** @returns false if it was undone already or cannot be */
export function undoChange(id: number): boolean {
  const change = useSessionChanges.getState().changes.find((one) => one.id === id);
  if (change === undefined || change.undone || change.lasting !== undefined) return false;
  useSessionChanges.setState(({ changes }) => ({
    changes: changes.map((one) => (one.id === id ? { ...one, undone: true } : one)),
  }));
  change.undo();
  return true;
}

/**
 * For Ctrl/Cmd+Z.
 * @returns the change that it undid, or could not undo; undefined if none is left
 */
export function undoLast(): Pick<SessionChange, 'text' | 'lasting'> | undefined {
  const last = useSessionChanges.getState().changes.findLast(({ undone }) => !undone);
  if (last !== undefined) undoChange(last.id);
  return last;
}
