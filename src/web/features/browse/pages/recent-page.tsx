/** What the signed-in person worked on, newest first. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { me } from '#web/api/me.ts';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { useListAddress } from '#web/documents/list/use-list-address.ts';
import { useListColumns } from '#web/documents/list/use-list-columns.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import type { SortOrder } from '#web/ui/data-columns.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { recentSource } from './place-sources.ts';

const newestFirst: SortOrder = { columnId: 'dc:modified', direction: 'desc' };

export function RecentPage() {
  const { data } = useQuery(me());
  return data === undefined ? <AwaitedPage /> : <RecentList login={data.id} />;
}

function RecentList({ login }: { readonly login: string }) {
  const { t } = useTranslation('browse');
  const address = useListAddress(newestFirst);
  const columns = useListColumns('recent');
  const { filter, sort } = address;
  const { columnId, direction } = sort;
  const source = useMemo(
    () => recentSource(login, { filter, sort: [{ by: columnId, order: direction }], view: columns.view }),
    [login, filter, columnId, direction, columns.view],
  );
  return (
    <ListPage
      title={t('recent.title')}
      label={t('recent.title')}
      source={source}
      address={address}
      columns={columns}
      place={null}
      empty={<EmptyState title={t('recent.empty')}>{t('recent.emptyText')}</EmptyState>}
    />
  );
}
