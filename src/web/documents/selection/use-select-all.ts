/**
 * Selects a whole list: a list that is not too long is loaded, of a longer one nothing is. Invariant: progress is shown from the
 * first moment, and until it ends no command acts on the rows selected so far.
 */
import { useEffect, useRef, useState } from 'react';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { announce } from '#web/ui/live-region.tsx';
import { type DocumentRows, mostLoaded } from '../rows/use-document-rows.ts';
import type { Choice } from './use-choice.ts';

export interface SelectAll {
  /** Set while the rows load. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly rowCount: number;
  readonly start: () => void;
  readonly cancel: () => void;
}

export function useSelectAll(rows: DocumentRows, choice: Choice, onDone: () => void): SelectAll {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<SelectAll['progress']>(null);
  useEffect(() => () => running.current?.abort(), []);
  const rowCount = rows.count ?? 0;

  // The rows loaded meanwhile belong to a later render.
  const latest = useRef(choice);
  useEffect(() => {
    latest.current = choice;
  });
  const load = async (signal: AbortSignal) => {
    try {
      await rows.loadAll(signal, (done, total) => {
        if (!signal.aborted) setProgress({ done, total });
      });
      if (signal.aborted) return;
      const count = latest.current.all(rowCount);
      onDone();
      announce(t('bulk.selected', { count, number: format.count(count) }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      addToast({ kind: 'bad', text: t('bulk.notLoaded', { reason }) });
    } finally {
      if (!signal.aborted) setProgress(null);
    }
  };
  const cancel = () => {
    running.current?.abort();
    setProgress(null);
  };
  return {
    progress,
    rowCount,
    start: () => {
      cancel();
      if (rowCount > mostLoaded || rows.more) {
        choice.every();
        onDone();
        return;
      }
      running.current = new AbortController();
      setProgress({ done: 0, total: rowCount });
      void load(running.current.signal);
    },
    cancel,
  };
}
