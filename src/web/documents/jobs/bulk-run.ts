/**
 * The one work on everything of a search or a list that runs now: started here, followed to its end, told in a toast wherever one is by then.
 * Invariant: only one runs at a time, so that its progress and its Cancel are never in doubt.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { isApiError } from '#web/api/api-error.ts';
import { type BulkCommand, indexed, runBulk } from '#web/api/bulk.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { BulkStatusEntity } from '#wire/search.ts';
import { follow } from '../changes/in-steps.ts';
import { ask } from '../changes/question.ts';

export interface BulkRun {
  /** What is being done, in words. */
  readonly what: string;
  readonly processed: number;
  /** Zero while the server still looks for what is meant. */
  readonly total: number;
  readonly cancel: () => void;
}

export const useBulkRun = create<{ readonly run: BulkRun | null }>(() => ({ run: null }));

/** Null when it was cancelled. */
async function finished(
  client: QueryClient,
  command: BulkCommand,
  what: string,
  onProgress: (done: number, total: number) => void,
): Promise<BulkStatusEntity | null> {
  const abort = new AbortController();
  const show = (processed: number, total: number) => {
    useBulkRun.setState({ run: { what, processed, total, cancel: () => abort.abort() } });
    if (total > 0) onProgress(processed, total);
  };
  show(0, 0);
  try {
    return await runBulk(command, abort.signal, ({ processed, total }) => show(processed, total));
  } catch (error) {
    // Cancelled before the server had taken it on.
    if (abort.signal.aborted && !isApiError(error)) return null;
    throw error;
  } finally {
    useBulkRun.setState({ run: null });
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
    /** Told in a toast too, as the page that shows it may be left. */
    const run = async (what: string) => {
      const told = follow(what, true, { t, format });
      const stop = () => useBulkRun.getState().run?.cancel();
      told.signal.addEventListener('abort', stop);
      try {
        return await finished(client, command, what, told.show);
      } finally {
        told.end();
      }
    };
    const tell = async () => {
      const status = await run(words.doing);
      if (status === null || status.state === 'ABORTED') {
        addToast({ text: t('job.cancelled') });
        return;
      }
      if (status.error) {
        const { errorCount, errorMessage = '', errors = [] } = status;
        const number = format.count(errorCount);
        addToast({
          kind: 'bad',
          text: t('job.partly', { count: errorCount, number, reason: errorMessage }),
          ...(errors.length === 0
            ? {}
            : {
                action: {
                  label: t('job.failures.show'),
                  run: () => ask({ kind: 'failures', failures: errors, count: errorCount }),
                },
              }),
        });
        return;
      }
      await onDone?.(status);
      addToast({ text: words.done(status) });
    };
    tell().catch((error: unknown) =>
      addToast({
        kind: 'bad',
        text: t('job.failed', { reason: error instanceof Error ? error.message : String(error) }),
      }),
    );
  };
}
