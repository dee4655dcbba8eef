// Removes documents that were deleted, or may no longer be read, from the recently opened ones.
import { useEffect } from 'react';
import { currentUsername, useVisits } from './visited.ts';

export function useForgetVisit(to: string, isGone: boolean): void {
  useEffect(() => {
    if (!isGone) return;
    const who = currentUsername();
    useVisits.setState(({ byPerson }) => ({
      byPerson: { ...byPerson, [who]: (byPerson[who] ?? []).filter((visit) => visit.to !== to) },
    }));
  }, [to, isGone]);
}
