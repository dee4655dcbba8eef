/** The page of a folder: its breadcrumb, its list, and the commands for it and the selected rows. */
import { Star } from 'lucide';
import { Suspense, useMemo } from 'react';
import { isFavourite, mayAddTo } from '#web/api/document-context.ts';
import { useChangeLater } from '#web/documents/changes/use-change-later.ts';
import css from '#web/documents/list/list-page.module.css';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { defaultSortOf, folderSource } from '#web/documents/list/list-source.ts';
import { useListState } from '#web/documents/list/use-list-state.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useRecordVisit } from '#web/documents/visited.ts';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { NewMenu } from './new-menu.tsx';

const FolderEmpty = lazyPart(() =>
  import('./folder-empty.tsx').then((module) => ({ default: module.FolderEmpty })),
);
const ReadOnlyNote = lazyAfterFirstView(() =>
  import('./read-only-note.tsx').then((module) => ({ default: module.ReadOnlyNote })),
);

const FollowedFolder = lazyAfterFirstView(() =>
  import('./followed-folder.tsx').then((module) => ({ default: module.FollowedFolder })),
);

export function FolderPage({ folder }: { readonly folder: StoredDocument }) {
  const { t } = useTranslation('documents');
  const list = useListState(folder.uid, folder.type, defaultSortOf(folder));
  const change = useChangeLater();
  const favourite = isFavourite(folder);
  // The root has no title.
  const title = folder.title === '' ? t('everything') : folder.title;
  // Recorded at once, so that a short visit counts, too.
  useRecordVisit({ to: paths.browse.href(folder.path), title: folder.title, folder: true });
  const { filter, filters } = list.address;
  const source = useMemo(() => folderSource(folder.uid, list.shape), [folder.uid, list.shape]);
  return (
    <>
      <Suspense>
        <FollowedFolder folder={folder} />
      </Suspense>
      <InSlot name="breadcrumb">
        <Breadcrumb folder={folder} />
      </InSlot>
      <InSlot name="actions">
        {mayAddTo(folder) ? (
          <NewMenu folder={folder} />
        ) : (
          <Suspense>
            <ReadOnlyNote folder={folder} />
          </Suspense>
        )}
      </InSlot>
      <ListPage
        title={title}
        label={t('listOf', { name: title })}
        source={source}
        list={list}
        folder={folder}
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
              filtered={filter !== '' || Object.keys(filters).length > 0}
              onClearFilter={() => list.change({ filter: '', filters: {} })}
            />
          </Suspense>
        }
      />
    </>
  );
}
