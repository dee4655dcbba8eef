/** What goes on beside a folder's list once it is there: what others change is followed. */
import { useLivePlace } from '#web/documents/rows/use-live-place.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';

export function FollowedFolder({ folder }: { readonly folder: StoredDocument }) {
  useLivePlace(folder);
  return null;
}
