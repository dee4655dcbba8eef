/**
 * The files of a document that are copied to the device: its file, and the pictures and conversions that its page and row show.
 */
import { blobAddress } from '#web/api/blobs.ts';
import { blobOf, isFolderish } from '#web/api/document-context.ts';
import { thumbnailAddress } from '#web/api/file-content.ts';
import type { OfflineFile } from '#web/api/offline/offline-folder.ts';
import { api } from '#web/api/start.ts';
import type { DocumentEntity } from '#wire/document.ts';
import { viewerFile } from '../viewer-file.ts';
import { viewerKind } from '../viewer-kind.ts';

/** A guess for a small picture, whose size is not known before it is loaded. */
const pictureBytes = 10_000;

export function filesOf(document: DocumentEntity): readonly OfflineFile[] {
  const blob = blobOf(document);
  const { uid, changeToken } = document;
  if (blob === null || uid === null || isFolderish(document)) return [];
  const bytes = Number(blob.length);
  const version = blob.digest ?? changeToken ?? '';
  const kind = viewerKind(blob['mime-type'], blob.name);
  const own = blobAddress(blob);
  const shown = kind === 'none' || bytes === 0 ? own : viewerFile(kind, uid, blob, document).address;
  const picture = thumbnailAddress(document);
  return [
    { address: own, bytes, version },
    ...(isSame(own, shown) ? [] : [{ address: shown, bytes, version }]),
    ...(picture === null ? [] : [{ address: picture, bytes: Math.min(bytes, pictureBytes), version }]),
  ].filter(({ address }) => api().serves(address));
}

/** Whether two addresses give the same bytes, for viewing or for downloading. */
function isSame(one: string, other: string): boolean {
  return new URL(one).pathname === new URL(other).pathname;
}
