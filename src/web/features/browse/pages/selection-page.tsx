/**
 * Everything that is selected, from wherever it was chosen, to be worked on together. What is taken out of the selection
 * here stays in the list until one leaves, so that a slip is mended by choosing it again.
 */
import { useMemo, useState } from 'react';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { useListState } from '#web/documents/list/use-list-state.ts';
import { useSelections } from '#web/documents/selection/selection-store.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { selectionSource } from './place-sources.ts';

export function SelectionPage() {
  const { t } = useTranslation('browse');
  const list = useListState('selection');
  const [ids] = useState(() => [...useSelections.getState().basket.keys()]);
  const source = useMemo(() => selectionSource(ids, list.shape), [ids, list.shape]);
  return (
    <ListPage
      title={t('selection.title')}
      label={t('selection.title')}
      source={source}
      list={list}
      place={null}
      empty={<EmptyState title={t('selection.empty')}>{t('selection.emptyText')}</EmptyState>}
    />
  );
}
