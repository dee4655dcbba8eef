/** What goes on beside a folder's list once it is there: what others change is followed. */
import { useLivePlace } from '#web/documents/rows/use-live-place.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';

export interface FollowedFolderProps {
  readonly folder: StoredDocument;
  /** When it was shown first. */
  readonly since: number;
}

export function FollowedFolder({ folder, since }: FollowedFolderProps) {
  useLivePlace(folder, since);
  return null;
}
