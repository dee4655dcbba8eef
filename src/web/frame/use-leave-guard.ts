import { useEffect } from 'react';
import { useLeaveQuestion } from './leave-guard.ts';
import { unsavedLock } from './leaving.ts';

/** While `when` is true, leaving the page asks first, except to addresses that start with `within` (a page's tabs). */
export function useLeaveGuard(when: boolean, within?: string): void {
  useEffect(() => {
    if (!when) return;
    const hold = { within };
    const warn = (event: BeforeUnloadEvent) => {
      if (useLeaveQuestion.getState().holding.includes(hold)) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    useLeaveQuestion.setState(({ holding }) => ({ holding: [...holding, hold] }));
    const saved = Promise.withResolvers<void>();
    void navigator.locks?.request(unsavedLock, { mode: 'shared' }, () => saved.promise);
    return () => {
      saved.resolve();
      removeEventListener('beforeunload', warn);
      useLeaveQuestion.setState(({ holding }) => ({ holding: holding.filter((one) => one !== hold) }));
    };
  }, [when, within]);
}
