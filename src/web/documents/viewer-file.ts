// What a viewer is given of a file, and where the bytes that it shows stand.
import { blobAddress, conversionAddress, renditionAddress, viewAddress } from '#web/api/blobs.ts';
import { renditionsOf } from '#web/api/document-context.ts';
import type { BlobEntity, DocumentEntity } from '#wire/document.ts';
import { isBrowserImage, type ViewerKind } from './viewer-kind.ts';

export interface ViewerFile {
  readonly uid: string;
  readonly name: string;
  readonly mediaType: string;
  /** Where the bytes to show stand: the file's own, or those of what it was turned into. */
  readonly address: string;
  /** How many; null when they are made on the way. */
  readonly bytes: number | null;
  /** A film: where the server makes one of it that this browser plays. */
  readonly playable?: string;
  /** A workbook: where the server makes pages of it. */
  readonly asPdf?: string;
  /** The file itself, for saving. */
  readonly download: string;
}

export function viewerFile(
  kind: ViewerKind,
  uid: string,
  blob: BlobEntity,
  document: DocumentEntity,
): ViewerFile {
  return {
    uid,
    name: blob.name ?? document.title,
    mediaType: blob['mime-type'] ?? '',
    address: addressToShow(kind, uid, blob, document),
    bytes: kind === 'as-pdf' ? null : Number(blob.length),
    download: blobAddress(blob),
    asPdf:
      kind === 'sheet'
        ? conversionAddress(uid, { type: 'application/pdf' }, 'file:content', document.changeToken)
        : undefined,
    playable: kind === 'video' ? playableAddress(uid, document) : undefined,
  };
}

/** A picture of this many bytes is looked at in a smaller copy. */
const largePicture = 12_000_000;

function addressToShow(kind: ViewerKind, uid: string, blob: BlobEntity, document: DocumentEntity): string {
  const { changeToken } = document;
  const converted = (type: string) => conversionAddress(uid, { type }, 'file:content', changeToken);
  if (kind === 'as-pdf') return converted('application/pdf');
  if (kind !== 'image') return viewAddress(blob);
  const drawn = isBrowserImage(blob['mime-type']);
  if (drawn && Number(blob.length) < largePicture) return viewAddress(blob);
  const smaller = renditionsOf(document).find(({ name }) => name === 'FullHD');
  if (smaller !== undefined) return renditionAddress(uid, smaller.name, changeToken);
  return drawn ? viewAddress(blob) : converted('image/jpeg');
}

/** As a film that this browser plays, for one that it does not. */
function playableAddress(uid: string, { changeToken }: DocumentEntity): string {
  const plays = window.document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') !== '';
  return conversionAddress(uid, { type: plays ? 'video/mp4' : 'video/webm' }, 'file:content', changeToken);
}
