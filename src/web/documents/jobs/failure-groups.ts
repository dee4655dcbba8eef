/** Groups the failures of a job by reason, the commonest first. Pure. */
import type { BulkFailure } from '#wire/search.ts';

export interface FailureGroup {
  readonly reason: string;
  readonly uids: readonly string[];
}

export function failureGroups(failures: readonly BulkFailure[]): readonly FailureGroup[] {
  return [...Map.groupBy(failures, ({ message }) => message)]
    .map(([reason, some]) => ({ reason, uids: some.map(({ uid }) => uid) }))
    .toSorted((a, b) => b.uids.length - a.uids.length);
}
