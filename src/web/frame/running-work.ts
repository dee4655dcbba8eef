// Work that takes longer than a second, started by any feature: the tray shows all of it, on every page (features/progress).
// Invariants: shorter work is never shown; a failure or a result to collect stays until it is dismissed.
import { create } from 'zustand';

/** How work ended if something is left to see: a failure, or a result to collect. */
export interface WorkOutcome {
  /** What failed and why, or what is ready, as text. */
  readonly text: string;
  /** `dismiss` removes the line, once there is nothing left to do. */
  readonly action?: { readonly label: string; readonly run: (dismiss: () => void) => void };
  /** Nothing failed: there is a result to collect. */
  readonly isReady?: boolean;
  /** The user has seen it. */
  readonly onDismiss?: () => void;
}

export interface RunningWork {
  readonly id: number;
  /** As text: "Moving 310 documents to trash". */
  readonly what: string;
  readonly done: number;
  /** Zero while unknown. */
  readonly total: number;
  /** Whether the user can end it early ('stop') or interrupt it ('pause'); null: neither. */
  readonly stop: 'stop' | 'pause' | null;
  readonly isStopping: boolean;
  /** Null while it runs. Work that ends without an outcome is removed from the list. */
  readonly outcome: WorkOutcome | null;
}

export interface StartedWork {
  /** Aborted when the user stops it. */
  readonly signal: AbortSignal;
  readonly show: (done: number, total: number) => void;
  readonly end: (outcome?: WorkOutcome) => void;
}

const momentMs = 1_000;
let lastId = 0;
const controllers = new Map<number, AbortController>();

export const useRunningWork = create<{ readonly items: readonly RunningWork[] }>(() => ({ items: [] }));

export function startWork(what: string, stop: RunningWork['stop'] = 'stop'): StartedWork {
  lastId += 1;
  const id = lastId;
  const controller = new AbortController();
  controllers.set(id, controller);
  let far = { done: 0, total: 0 };
  const add = (outcome: WorkOutcome | null) => {
    const item: RunningWork = { id, what, ...far, stop, isStopping: false, outcome };
    useRunningWork.setState(({ items }) => ({ items: [...items, item] }));
  };
  const timer = setTimeout(add, momentMs, null);
  return {
    signal: controller.signal,
    show: (done, total) => {
      far = { done, total };
      change(id, far);
    },
    end: (outcome) => {
      clearTimeout(timer);
      controllers.delete(id);
      remove(id);
      if (outcome !== undefined) add(outcome);
    },
  };
}

function change(id: number, facts: Partial<RunningWork>): void {
  useRunningWork.setState(({ items }) => ({
    items: items.map((item) => (item.id === id ? { ...item, ...facts } : item)),
  }));
}

export function stopWork(id: number): void {
  change(id, { isStopping: true });
  controllers.get(id)?.abort();
}

/** Removes work that has ended. */
export function dismissWork(id: number): void {
  remove(id)?.outcome?.onDismiss?.();
}

function remove(id: number): RunningWork | undefined {
  const found = useRunningWork.getState().items.find((item) => item.id === id);
  useRunningWork.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
  return found;
}
