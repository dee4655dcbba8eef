/**
 * The one work on everything of a search or a list that runs now: started here, followed to its end in the tray, wherever
 * one is by then. Invariant: only one runs at a time: a second one would meet what the first is still changing.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { isApiError } from '#web/api/api-error.ts';
import { type BulkCommand, indexed, runBulk } from '#web/api/bulk.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { type StartedWork, startWork, type WorkProblem } from '#web/frame/running-work.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { BulkStatusEntity } from '#wire/search.ts';
import { failuresAs } from './failures.ts';

export const useBulkRun = create<{ readonly running: boolean }>(() => ({ running: false }));

/** Null when it was stopped before the server had taken it on. */
async function finished(
  client: QueryClient,
  command: BulkCommand,
  { signal, show }: StartedWork,
): Promise<BulkStatusEntity | null> {
  useBulkRun.setState({ running: true });
  try {
    return await runBulk(command, signal, ({ processed, total }) => show(processed, total));
  } catch (error) {
    if (signal.aborted && !isApiError(error)) return null;
    throw error;
  } finally {
    useBulkRun.setState({ running: false });
    void refreshDocuments(client);
    indexed()
      .then(() => refreshDocuments(client))
      .catch(() => undefined);
  }
}

export interface BulkWords {
  readonly doing: string;
  readonly done: (status: BulkStatusEntity) => string;
}

export type StartBulk = (
  command: BulkCommand,
  words: BulkWords,
  onDone?: (status: BulkStatusEntity) => Promise<void>,
) => void;

export function useStartBulk(): StartBulk {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const client = useQueryClient();
  return (command, words, onDone) => {
    const work = startWork(words.doing);
    const run = async (): Promise<WorkProblem | undefined> => {
      const status = await finished(client, command, work);
      if (status === null || status.state === 'ABORTED') {
        addToast({ text: t('job.cancelled') });
        return undefined;
      }
      if (status.error) {
        const { errorCount, errorMessage = '', errors = [] } = status;
        return failuresAs({ failures: errors, count: errorCount, reason: errorMessage }, { t, format });
      }
      await onDone?.(status);
      addToast({ text: words.done(status) });
      return undefined;
    };
    run()
      .catch((error: unknown): WorkProblem => {
        const reason = error instanceof Error ? error.message : String(error);
        return { text: t('job.failed', { reason }) };
      })
      .then(work.end);
  };
}
