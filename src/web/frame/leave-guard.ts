// Prevents the loss of unsaved work: a form registers that it has some, and code that leaves the page asks first. When the tab is
// closed the browser asks; for addresses within the app, the router does (history.ts).
import { create } from 'zustand';

interface Guard {
  /** Forms with unsaved work: the path under which each one's page stays. */
  readonly holding: readonly { readonly within: string | undefined }[];
  /** A navigation that waits for an answer. */
  readonly asking: { readonly unsaved: Unsaved; readonly answer: (leave: boolean) => void } | null;
}

/** Where there is unsaved work: on this page, or only in another tab of this browser. */
export type Unsaved = 'here' | 'elsewhere';

export const useLeaveQuestion = create<Guard>(() => ({ holding: [], asking: null }));

export function mustAskToLeave(pathname: string): boolean {
  const { holding } = useLeaveQuestion.getState();
  return holding.some(({ within }) => within === undefined || !pathname.startsWith(within));
}

/** Calls `run` at once, or as soon as all unsaved work is saved or discarded. */
export function whenNothingIsUnsaved(run: () => void): void {
  const isClean = () => useLeaveQuestion.getState().holding.length === 0;
  if (isClean()) {
    run();
    return;
  }
  const stop = useLeaveQuestion.subscribe(() => {
    if (!isClean()) return;
    stop();
    run();
  });
}

/** Asks the user; true = leave and lose the unsaved work. A second question replaces the first. */
export function askToLeave(unsaved: Unsaved = 'here'): Promise<boolean> {
  useLeaveQuestion.getState().asking?.answer(false);
  return new Promise((resolve) => {
    const answer = (leave: boolean) => {
      useLeaveQuestion.setState({ asking: null });
      resolve(leave);
    };
    useLeaveQuestion.setState({ asking: { unsaved, answer } });
  });
}
