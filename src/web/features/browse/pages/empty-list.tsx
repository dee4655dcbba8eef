/** The text in a list without rows that is not a folder's: its filters match nothing, or the page's own text. */
import type { ReactNode } from 'react';
import type { ListState } from '#web/documents/list/use-list-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export interface EmptyListProps {
  readonly list: ListState;
  readonly title: string;
  readonly children: ReactNode;
}

export function EmptyList({ list, title, children }: EmptyListProps) {
  const { t } = useTranslation('browse');
  const { filter, filters } = list.address;
  const isByColumns = Object.keys(filters).length > 0;
  if (filter === '' && !isByColumns) return <EmptyState title={title}>{children}</EmptyState>;
  return (
    <EmptyState
      title={t(filter === '' ? 'empty.filtered.none' : 'empty.filtered.title')}
      action={
        <Button onClick={() => list.change({ filter: '', filters: {} })}>{t('empty.filtered.clear')}</Button>
      }
    >
      {filter === '' ? t('empty.filtered.noneText') : t('empty.filtered.text', { filter })}
    </EmptyState>
  );
}
