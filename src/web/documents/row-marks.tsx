/**
 * The marks beside a row's name, after the first view: how many comments a document has, which version it is, whether a folder is
 * on this device.
 */
import { Suspense } from 'react';
import { isFolderish } from '#web/api/document-context.ts';
import { CommentBadge } from './comment-badge.tsx';
import { OfflineMark } from './offline/offline-mark.tsx';
import type { RowMarkProps } from './row-mark.ts';
import { VersionMark } from './version-mark.tsx';

export function RowMarks({ document }: RowMarkProps) {
  // Their texts load after the rows, which must stay on screen meanwhile.
  if (!isFolderish(document))
    return (
      <>
        <CommentBadge uid={document.uid} />
        <Suspense>
          <VersionMark document={document} />
        </Suspense>
      </>
    );
  return (
    <Suspense>
      <OfflineMark uid={document.uid} />
    </Suspense>
  );
}
