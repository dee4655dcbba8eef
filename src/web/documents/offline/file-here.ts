/** Whether a file is available without the server, because it is in a folder kept on this device. */
import { useStore } from 'zustand';
import { blobOf } from '#web/api/document-context.ts';
import { offlineFolders } from '#web/api/offline/offline-folders.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { isWithin, type StoredDocument } from '../stored-document.ts';

export function isFileHere(document: StoredDocument): boolean {
  const { folders } = offlineFolders.getState();
  return blobOf(document) !== null && folders.some(({ path }) => isWithin(document.path, path));
}

/** Why a file cannot be downloaded now, if its folder is not known: it may be in a folder on this device. */
export function useDownloadRefusal(): string | undefined {
  const away = useAwayReason();
  const { folders } = useStore(offlineFolders);
  return folders.length > 0 ? undefined : away;
}
