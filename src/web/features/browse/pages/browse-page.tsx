/** The page of an address below /browse: the folder at that path, two folders side by side, or an error. */

import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router-dom';
import { isFolderish } from '#web/api/document-context.ts';
import { documentByPath } from '#web/api/documents.ts';
import { isStored, placeView } from '#web/documents/stored-document.ts';
import { SlotElement } from '#web/frame/frame-slots.tsx';
import { browsePathOf, paths, withSecondPane } from '#web/paths.ts';
import { AwaitedPage } from '#web/ui/awaited-page.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { FolderPage } from '../folder/folder-page.tsx';

const UnreadableFolder = lazyPart(() =>
  import('./unreadable-folder.tsx').then((module) => ({ default: module.UnreadableFolder })),
);

export function BrowsePage() {
  return withSecondPane(useLocation()) ? <SlotElement name="panes" /> : <BrowsedPlace />;
}

export function BrowsedPlace() {
  const path = browsePathOf(useLocation().pathname);
  const { data, error, refetch, dataUpdatedAt } = useQuery(documentByPath(path, placeView));
  if (error !== null && data === undefined)
    return (
      <UnreadableFolder
        path={path}
        error={error}
        wasRead={dataUpdatedAt > 0}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <AwaitedPage />;
  if (!isStored(data)) return null;
  if (!isFolderish(data)) return <Navigate replace to={paths.doc.href(data.uid)} />;
  return <FolderPage key={data.uid} folder={data} />;
}
