// What was changed since the page was opened, for Ctrl/Cmd+Z and the list of these changes.
// Invariant: a change is undone once, and no earlier one in place of one that cannot be undone.
import { create } from 'zustand';

export interface SessionChange {
  readonly id: number;
  readonly text: string;
  readonly at: Date;
  readonly undone: boolean;
  readonly undo: () => unknown;
  /** Given: it cannot be undone, for this reason; and what to do instead. */
  readonly lasting?: string;
}

/** What was done longest ago is forgotten. */
const most = 200;
let lastId = 0;

export const useSessionChanges = create<{ readonly changes: readonly SessionChange[] }>(() => ({
  changes: [],
}));

/** Answers how to undo it, wherever that is asked. */
export function noteChange(text: string, undo: () => unknown): () => boolean {
  const id = add({ text, undo });
  return () => undoChange(id);
}

/** For what cannot be undone. */
export function noteLasting(text: string, lasting: string): void {
  add({ text, undo: () => undefined, lasting });
}

function add(change: Pick<SessionChange, 'text' | 'undo' | 'lasting'>): number {
  lastId += 1;
  const added: SessionChange = { ...change, id: lastId, at: new Date(), undone: false };
  useSessionChanges.setState(({ changes }) => ({ changes: [...changes, added].slice(-most) }));
  return added.id;
}

/** False when there is nothing to undo any more. */
export function undoChange(id: number): boolean {
  const change = useSessionChanges.getState().changes.find((one) => one.id === id);
  if (change === undefined || change.undone || change.lasting !== undefined) return false;
  useSessionChanges.setState(({ changes }) => ({
    changes: changes.map((one) => (one.id === id ? { ...one, undone: true } : one)),
  }));
  change.undo();
  return true;
}

/** For Ctrl/Cmd+Z: what it has undone, or could not undo; undefined where nothing is left. */
export function undoLast(): Pick<SessionChange, 'text' | 'lasting'> | undefined {
  const last = useSessionChanges.getState().changes.findLast(({ undone }) => !undone);
  if (last !== undefined) undoChange(last.id);
  return last;
}
