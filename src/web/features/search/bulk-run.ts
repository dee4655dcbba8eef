/**
 * The one work on results that runs now: started here, followed to its end, told in a toast wherever one is by then.
 * Invariant: only one runs at a time, so that its progress and its Cancel are never in doubt.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { isApiError } from '#web/api/api-error.ts';
import { type BulkCommand, runBulk } from '#web/api/bulk.ts';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { BulkStatusEntity } from '#wire/search.ts';

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
async function follow(
  client: QueryClient,
  command: BulkCommand,
  what: string,
): Promise<BulkStatusEntity | null> {
  const abort = new AbortController();
  const show = (processed: number, total: number) =>
    useBulkRun.setState({ run: { what, processed, total, cancel: () => abort.abort() } });
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
  const { t } = useTranslation('search');
  const format = useFormat();
  const client = useQueryClient();
  return (command, words, onDone) => {
    const tell = async () => {
      const status = await follow(client, command, words.doing);
      if (status === null || status.state === 'ABORTED') {
        addToast({ text: t('bulk.cancelled') });
        return;
      }
      if (status.error) {
        const { errorCount, errorMessage = '' } = status;
        const number = format.count(errorCount);
        addToast({
          kind: 'bad',
          text: t('bulk.partly', { count: errorCount, number, reason: errorMessage }),
        });
        return;
      }
      await onDone?.(status);
      addToast({ text: words.done(status) });
    };
    tell().catch((error: unknown) =>
      addToast({
        kind: 'bad',
        text: t('bulk.failed', { reason: error instanceof Error ? error.message : String(error) }),
      }),
    );
  };
}
