/** The signed-in person's favourites: the documents and folders they marked with a star. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { favouritesCollection } from '#web/api/collections.ts';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { useListState } from '#web/documents/list/use-list-state.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import { EmptyList } from './empty-list.tsx';
import { PlaceProblem } from './place-problem.tsx';
import { favouritesSource } from './place-sources.ts';

export function FavouritesPage() {
  const { data, error, refetch } = useQuery(favouritesCollection());
  if (error !== null) return <PlaceProblem path="/" error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.uid === null) return <AwaitedPage />;
  return <FavouritesList collectionId={data.uid} />;
}

function FavouritesList({ collectionId }: { readonly collectionId: string }) {
  const { t } = useTranslation('browse');
  const list = useListState('favourites');
  const source = useMemo(() => favouritesSource(collectionId, list.shape), [collectionId, list.shape]);
  return (
    <>
      <PagePlace title={t('favourites.title')} breadcrumbOnly />
      <ListPage
        title={t('favourites.title')}
        label={t('favourites.title')}
        source={source}
        list={list}
        folder={null}
        empty={
          <EmptyList list={list} title={t('favourites.empty')}>
            {t('favourites.emptyText')}
          </EmptyList>
        }
      />
    </>
  );
}
