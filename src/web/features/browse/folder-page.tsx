/** A folder: where it lies, what is in it, what is selected, and what can be done. */
import { Star } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { isFavourite } from '#web/api/document-context.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { InSlot } from '#web/ui/frame-slots.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import css from './list-page.module.css';
import { ListPage } from './list-page.tsx';
import { folderSource } from './list-source.ts';
import { NewMenu } from './new-menu.tsx';
import type { StoredDocument } from './place.ts';
import { useChangeLater } from './use-change-later.ts';
import { useListAddress } from './use-list-address.ts';
import { useListColumns } from './use-list-columns.ts';

const FolderEmpty = lazy(() =>
  import('./folder-empty.tsx').then((module) => ({ default: module.FolderEmpty })),
);

export function FolderPage({ folder }: { readonly folder: StoredDocument }) {
  const { t } = useTranslation('browse');
  const address = useListAddress();
  const columns = useListColumns(folder.uid);
  const change = useChangeLater();
  const favourite = isFavourite(folder);
  // The root has no title of its own.
  const title = folder.title === '' ? t('everything') : folder.title;
  const { filter, sort } = address;
  const { columnId, direction } = sort;
  const source = useMemo(
    () =>
      folderSource(folder.uid, { filter, sort: [{ by: columnId, order: direction }], view: columns.view }),
    [folder.uid, filter, columnId, direction, columns.view],
  );
  return (
    <>
      <InSlot name="breadcrumb">
        <Breadcrumb folder={folder} />
      </InSlot>
      <InSlot name="actions">
        <NewMenu folder={folder} />
      </InSlot>
      <ListPage
        title={title}
        label={t('listOf', { name: title })}
        source={source}
        address={address}
        columns={columns}
        place={folder}
        mark={
          <IconButton
            className={css.star}
            icon={Star}
            size="small"
            label={favourite ? t('star.remove') : t('star.add')}
            pressed={favourite}
            onClick={() => void change((changes) => changes.star([folder], !favourite))}
          />
        }
        empty={
          <Suspense>
            <FolderEmpty
              folder={folder}
              filter={filter}
              onClearFilter={() => address.change({ filter: '' })}
            />
          </Suspense>
        }
      />
    </>
  );
}
