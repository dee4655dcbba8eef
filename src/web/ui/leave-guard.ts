// Keeps unsaved work from being lost: a form says it has some, and whoever would leave the page asks first.
// Closing the tab is asked by the browser itself; addresses within the app by the router (history.ts).
import { useEffect } from 'react';
import { create } from 'zustand';

interface Guard {
  /** How many places have unsaved work. */
  readonly holding: number;
  /** A leave that waits for an answer. */
  readonly asking: { readonly answer: (leave: boolean) => void } | null;
}

export const useLeaveQuestion = create<Guard>(() => ({ holding: 0, asking: null }));

/** While `when` is true, leaving asks. */
export function useLeaveGuard(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    useLeaveQuestion.setState(({ holding }) => ({ holding: holding + 1 }));
    return () => {
      removeEventListener('beforeunload', warn);
      useLeaveQuestion.setState(({ holding }) => ({ holding: holding - 1 }));
    };
  }, [when]);
}

export function mustAskToLeave(): boolean {
  return useLeaveQuestion.getState().holding > 0;
}

/** Asks the reader; true = leave and lose what was not saved. A second question replaces the first. */
export function askToLeave(): Promise<boolean> {
  useLeaveQuestion.getState().asking?.answer(false);
  return new Promise((resolve) => {
    const answer = (leave: boolean) => {
      useLeaveQuestion.setState({ asking: null });
      resolve(leave);
    };
    useLeaveQuestion.setState({ asking: { answer } });
  });
}
