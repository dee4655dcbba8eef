/**
 * Shown instead of a folder that the server did not give. A person who may not read it but folders below it gets a list of
 * those, so everybody can start at the root. Otherwise it shows the error.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hasStatus } from '#web/api/api-error.ts';
import { topFolders } from '#web/api/top-folders.ts';
import { ListPage } from '#web/documents/list/list-page.tsx';
import { useListState } from '#web/documents/list/use-list-state.ts';
import { nodeView } from '#web/documents/tree/folder-node.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import { EmptyList } from './empty-list.tsx';
import { PlaceProblem, type PlaceProblemProps } from './place-problem.tsx';
import { selectionSource } from './place-sources.ts';

export function UnreadableFolder(props: PlaceProblemProps) {
  const { path, error } = props;
  // Some servers answer 404 for a root that may not be read.
  const isClosed = hasStatus(error, 403) || (path === '/' && hasStatus(error, 404));
  const { data, isLoading } = useQuery({ ...topFolders(nodeView, path), enabled: isClosed });
  if (isLoading) return <AwaitedPage />;
  const ids = data?.flatMap(({ uid }) => uid ?? []) ?? [];
  return ids.length === 0 ? <PlaceProblem {...props} /> : <FoldersBelow path={path} ids={ids} />;
}

function FoldersBelow({ path, ids }: { readonly path: string; readonly ids: readonly string[] }) {
  const { t } = useTranslation('browse');
  const { t: documents } = useTranslation('documents');
  const list = useListState(`below ${path}`, 'unread');
  const title = path === '/' ? documents('everything') : path.slice(path.lastIndexOf('/') + 1);
  const listed = ids.join();
  const source = useMemo(() => selectionSource(listed.split(','), list.shape), [listed, list.shape]);
  return (
    <>
      <PagePlace title={title} breadcrumbOnly />
      <ListPage
        title={title}
        label={documents('listOf', { name: title })}
        source={source}
        list={list}
        folder={null}
        empty={
          <EmptyList list={list} title={t('problem.forbidden.title')}>
            {t('problem.forbidden.text')}
          </EmptyList>
        }
      />
    </>
  );
}
