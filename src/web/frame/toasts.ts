// Messages about what was just done, with "undo". At most three at a time; each leaves after 8 s in which it is not being read.
// Invariant: an error stays until it is dismissed; a fourth toast replaces the oldest one that is no error.
import { create } from 'zustand';
import { noteChange } from './session-changes.ts';

export interface ToastInput {
  readonly text: string;
  /** bad = announced at once (assertive) and kept until dismissed. */
  readonly kind?: 'done' | 'bad';
  /** "Undo" if `undo` is given; else this button. */
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly undo?: (() => void) | undefined;
}

export interface ToastItem extends ToastInput {
  readonly id: number;
  readonly kind: 'done' | 'bad';
}

const most = 3;
let lastId = 0;

export const useToasts = create<{ readonly items: readonly ToastItem[] }>(() => ({ items: [] }));

/** Shows a toast and returns its id. */
export function addToast(input: ToastInput): number {
  lastId += 1;
  const id = lastId;
  const { undo } = input;
  const undoOnce =
    undo === undefined
      ? undefined
      : noteChange(input.text, () => {
          dismissToast(id);
          undo();
        });
  const item: ToastItem = { kind: 'done', ...input, undo: undoOnce, id };
  useToasts.setState(({ items }) => ({ items: withRoom([...items.filter(isOther(item)), item]) }));
  return item.id;
}

/** A repeated text replaces the earlier toast, except where an undo or an action belongs to it. */
function isOther({ text, undo, action }: ToastItem) {
  return (one: ToastItem): boolean =>
    one.text !== text || [undo, action, one.undo, one.action].some((way) => way !== undefined);
}

function withRoom(items: readonly ToastItem[]): readonly ToastItem[] {
  if (items.length <= most) return items;
  const passing = items.findIndex(({ kind }) => kind === 'done');
  const leaving = passing === -1 || passing === items.length - 1 ? 0 : passing;
  return items.filter((_, index) => index !== leaving);
}

export function dismissToast(id: number): void {
  useToasts.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
}
