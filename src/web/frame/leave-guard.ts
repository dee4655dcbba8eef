// Keeps unsaved work from being lost: a form says it has some, and whoever would leave the page asks first.
// Closing the tab is asked by the browser itself; addresses within the app by the router (history.ts).
import { create } from 'zustand';

interface Guard {
  /** Places with unsaved work: the paths under which their page stays. */
  readonly holding: readonly { readonly within: string | undefined }[];
  /** A leave that waits for an answer. */
  readonly asking: { readonly answer: (leave: boolean) => void } | null;
}

export const useLeaveQuestion = create<Guard>(() => ({ holding: [], asking: null }));

export function mustAskToLeave(pathname: string): boolean {
  const { holding } = useLeaveQuestion.getState();
  return holding.some(({ within }) => within === undefined || !pathname.startsWith(within));
}

/** At once, or as soon as what is unsaved now is saved or discarded. */
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
