import { useEffect } from 'react';
import { useLeaveQuestion } from './leave-guard.ts';

/** While `when` is true, leaving asks; going to an address that starts with `within` does not (a page's tabs). */
export function useLeaveGuard(when: boolean, within?: string): void {
  useEffect(() => {
    if (!when) return;
    const hold = { within };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    useLeaveQuestion.setState(({ holding }) => ({ holding: [...holding, hold] }));
    return () => {
      removeEventListener('beforeunload', warn);
      useLeaveQuestion.setState(({ holding }) => ({ holding: holding.filter((one) => one !== hold) }));
    };
  }, [when, within]);
}
