/** Announces to screen readers how many rows a filter leaves, and how many are selected, after a pause. */
import { type RefObject, useEffect, useRef } from 'react';
import { usePageActive } from '#web/frame/page-pane.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { DataViewHandle } from '#web/ui/data-view.ts';
import { announce } from '#web/ui/live-region.tsx';
import type { DocumentRows } from '../rows/use-document-rows.ts';
import type { Choice } from '../selection/use-choice.ts';
import { useForgetGone } from '../selection/use-forget-gone.ts';
import { NewAbove } from './new-above.tsx';

export interface SpokenCountsProps {
  readonly rows: DocumentRows;
  /** The list, whose rows are kept in place. */
  readonly view: RefObject<DataViewHandle | null>;
  readonly choice: Pick<Choice, 'count' | 'elsewhere'>;
}

const restMs = 700;

export function SpokenCounts({ rows, choice, view }: SpokenCountsProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const { count, members, stale } = rows;
  const { count: chosen, elsewhere } = choice;
  const listed = count === undefined || stale ? null : t('items', { count, number: format.count(count) });
  const selected =
    chosen + elsewhere === 0
      ? t('bulk.none')
      : format.list([
          t('bulk.selected', { count: chosen, number: format.count(chosen) }),
          ...(elsewhere === 0
            ? []
            : [t('bulk.elsewhere', { count: elsewhere, number: format.count(elsewhere) })]),
        ]);
  useForgetGone(rows);
  useSpoken(listed, members);
  useSpoken(selected, selected);
  return <NewAbove rows={rows} view={view} />;
}

/** Announces the text when the subject changes, not when the page opens. */
function useSpoken(text: string | null, subject: string): void {
  const spoken = useRef(subject);
  const active = usePageActive();
  useEffect(() => {
    if (!active || text === null || spoken.current === subject) return;
    const timer = setTimeout(() => {
      spoken.current = subject;
      announce(text);
    }, restMs);
    return () => clearTimeout(timer);
  }, [text, subject, active]);
}
