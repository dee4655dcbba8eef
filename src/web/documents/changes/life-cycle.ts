/** The transitions of the usual life cycle, the states they lead from, and how to undo each. Pure. */

export type Transition = 'approve' | 'obsolete' | 'backToProject';

const from: Readonly<Record<string, readonly Transition[]>> = {
  project: ['approve', 'obsolete'],
  approved: ['backToProject', 'obsolete'],
  obsolete: ['backToProject'],
};

const to = { approve: 'approved', obsolete: 'obsolete', backToProject: 'project' } as const;

export function mayFollow(state: string | null, transition: Transition): boolean {
  return from[state ?? '']?.includes(transition) === true;
}

export function stateAfter(transition: Transition): string {
  return to[transition];
}

/** The transitions that restore the earlier state, in order: from obsolete to approved leads via project. */
export function transitionsBack(transition: Transition, before: string | null): readonly Transition[] {
  if (before === 'project') return ['backToProject'];
  if (before === 'obsolete') return ['obsolete'];
  return transition === 'backToProject' ? ['approve'] : ['backToProject', 'approve'];
}
