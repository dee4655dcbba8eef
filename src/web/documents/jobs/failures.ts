// What the tray shows about work that could not change some documents: how many, why, and a button to list them.
import { create } from 'zustand';
import type { WorkOutcome } from '#web/frame/running-work.ts';
import type { BulkFailure } from '#wire/search.ts';
import type { Words } from '../changes/in-steps.ts';

export interface ListedFailures {
  /** As many as the server lists. */
  readonly failures: readonly BulkFailure[];
  readonly count: number;
}

/** The failures whose list is open. */
export const useListedFailures = create<{ readonly listed: ListedFailures | null }>(() => ({ listed: null }));

export function listFailures(listed: ListedFailures | null): void {
  useListedFailures.setState({ listed });
}

interface Failed extends ListedFailures {
  readonly reason: string;
}

export function failureOutcome({ failures, count, reason }: Failed, { t, format }: Words): WorkOutcome {
  const text = t('job.partly', { count, number: format.count(count), reason });
  if (failures.length === 0) return { text };
  return { text, action: { label: t('job.failures.show'), run: () => listFailures({ failures, count }) } };
}
