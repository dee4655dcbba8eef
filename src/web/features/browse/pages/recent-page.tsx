/** The documents that the signed-in person worked on, newest first. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { me } from '#web/api/me.ts';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { useListState } from '#web/documents/list/use-list-state.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import type { SortOrders } from '#web/ui/data-columns.ts';
import { EmptyList } from './empty-list.tsx';
import { recentSource } from './place-sources.ts';

const newestFirst: SortOrders = [{ columnId: 'dc:modified', direction: 'desc' }];

export function RecentPage() {
  const { data } = useQuery(me());
  return data === undefined ? <AwaitedPage /> : <RecentList login={data.id} />;
}

function RecentList({ login }: { readonly login: string }) {
  const { t } = useTranslation('browse');
  const list = useListState('recent', 'recent', newestFirst);
  const source = useMemo(() => recentSource(login, list.shape), [login, list.shape]);
  return (
    <>
      <PagePlace title={t('recent.title')} breadcrumbOnly />
      <ListPage
        title={t('recent.title')}
        label={t('recent.title')}
        source={source}
        list={list}
        folder={null}
        empty={
          <EmptyList list={list} title={t('recent.empty')}>
            {t('recent.emptyText')}
          </EmptyList>
        }
      />
    </>
  );
}
