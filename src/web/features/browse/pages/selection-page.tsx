/**
 * Everything that is selected, from all folders, to work on it together. Rows that are deselected here stay in the list
 * until the page is left, so that a mistake can be corrected by selecting them again.
 */
import { useEffect, useMemo, useState } from 'react';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { useListState } from '#web/documents/list/use-list-state.ts';
import { restoreBasket, useSelections } from '#web/documents/selection/selection-store.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import { EmptyList } from './empty-list.tsx';
import { selectionSource } from './place-sources.ts';

export function SelectionPage() {
  const [ids, setIds] = useState<readonly string[]>();
  useEffect(() => {
    restoreBasket();
    setIds([...useSelections.getState().basket.keys()]);
  }, []);
  return ids === undefined ? <AwaitedPage /> : <SelectedDocuments ids={ids} />;
}

function SelectedDocuments({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation('browse');
  const list = useListState('selection');
  const source = useMemo(() => selectionSource(ids, list.shape), [ids, list.shape]);
  return (
    <>
      <PagePlace title={t('selection.title')} breadcrumbOnly />
      <ListPage
        title={t('selection.title')}
        label={t('selection.title')}
        source={source}
        list={list}
        folder={null}
        empty={
          <EmptyList list={list} title={t('selection.empty')}>
            {t('selection.emptyText')}
          </EmptyList>
        }
      />
    </>
  );
}
