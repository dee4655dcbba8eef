/** The documents and folders that the signed-in person marked with a star. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { favouritesCollection } from '#web/api/collections.ts';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { useListAddress } from '#web/documents/list/use-list-address.ts';
import { useListColumns } from '#web/documents/list/use-list-columns.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
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
  const address = useListAddress();
  const columns = useListColumns('favourites');
  const { filter, sort } = address;
  const { columnId, direction } = sort;
  const source = useMemo(
    () =>
      favouritesSource(collectionId, {
        filter,
        sort: [{ by: columnId, order: direction }],
        view: columns.view,
      }),
    [collectionId, filter, columnId, direction, columns.view],
  );
  return (
    <ListPage
      title={t('favourites.title')}
      label={t('favourites.title')}
      source={source}
      address={address}
      columns={columns}
      place={null}
      empty={<EmptyState title={t('favourites.empty')}>{t('favourites.emptyText')}</EmptyState>}
    />
  );
}
