/** Whether a file can be had without the server: it lies in a folder that is kept on this device. */
import { useStore } from 'zustand';
import { blobOf } from '#web/api/document-context.ts';
import { offlineFolders } from '#web/api/offline/offline-folders.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { isWithin, type StoredDocument } from '../stored-document.ts';

export function isFileHere(document: StoredDocument): boolean {
  const { folders } = offlineFolders.getState();
  return blobOf(document) !== null && folders.some(({ path }) => isWithin(document.path, path));
}

/** Why a file cannot be downloaded now, where it is not known which folder it lies in: it may be one of those. */
export function useDownloadRefusal(): string | undefined {
  const away = useAwayReason();
  const { folders } = useStore(offlineFolders);
  return folders.length > 0 ? undefined : away;
}
