/** Loaded after a folder's list: refetches what others change in the folder. */
import { useLivePlace } from '#web/documents/rows/use-live-place.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';

export function FollowedFolder({ folder }: { readonly folder: StoredDocument }) {
  useLivePlace(folder);
  return null;
}
