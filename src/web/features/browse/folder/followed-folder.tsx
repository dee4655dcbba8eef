/** What goes on beside a folder's list once it is there: it is noted where one has been, and what others change is followed. */
import { useLivePlace } from '#web/documents/rows/use-live-place.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useRecordVisit } from '#web/documents/visited.ts';
import { paths } from '#web/paths.ts';

export interface FollowedFolderProps {
  readonly folder: StoredDocument;
  /** When it was shown first. */
  readonly since: number;
}

export function FollowedFolder({ folder, since }: FollowedFolderProps) {
  useLivePlace(folder, since);
  useRecordVisit({ to: paths.browse.href(folder.path), title: folder.title, folder: true });
  return null;
}
