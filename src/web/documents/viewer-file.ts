// What a viewer needs to know of a file, and the address of the bytes it shows.
import {
  blobAddress,
  conversionAddress,
  renditionAddress,
  viewAddress,
  withViewReason,
} from '#web/api/blobs.ts';
import { blobOf, propertyOf } from '#web/api/document-context.ts';
import { renditionsOf } from '#web/api/document-details.ts';
import { thumbnailAddress } from '#web/api/file-content.ts';
import type { BlobEntity, DocumentEntity } from '#wire/document.ts';
import { savedName } from './saved-name.ts';
import { isBrowserImage, type ViewerKind } from './viewer-kind.ts';

export interface ViewerFile {
  readonly uid: string;
  readonly name: string;
  readonly mediaType: string;
  /** Address of the bytes to show: the file's own, or those of a conversion. */
  readonly address: string;
  /** Their size; null if the server makes them on request. */
  readonly bytes: number | null;
  /** Address of a conversion of a film that this browser can play. */
  readonly playable?: string;
  /** Address of a workbook's conversion to pages. */
  readonly asPdf?: string;
  /** Address of the picture shown before a film plays, and its scenes if the server has made pictures of them. */
  readonly poster?: string | null;
  readonly scenes?: readonly Scene[];
  /** Address of the whole picture if a smaller copy is shown, and that of its tiles if the server makes them. */
  readonly full?: string;
  readonly tiles?: string;
  /** Address of the file itself, for saving. */
  readonly download: string;
}

export interface Scene {
  readonly seconds: number;
  readonly address: string;
}

export function viewerFile(
  kind: ViewerKind,
  uid: string,
  blob: BlobEntity,
  document: DocumentEntity,
): ViewerFile {
  return {
    uid,
    name: savedName(document, blob),
    mediaType: blob['mime-type'] ?? '',
    address: addressToShow(kind, uid, blob, document),
    bytes: kind === 'as-pdf' ? null : Number(blob.length),
    download: blobAddress(blob),
    asPdf:
      kind === 'sheet'
        ? conversionAddress(uid, { type: 'application/pdf' }, 'file:content', document.changeToken)
        : undefined,
    ...(kind === 'video'
      ? {
          playable: playableAddress(uid, document),
          poster: thumbnailAddress(document),
          scenes: scenesOf(document),
        }
      : {}),
    ...(kind === 'image'
      ? { full: fullAddress(uid, blob, document), tiles: renditionOf(uid, document, 'tiles') }
      : {}),
  };
}

/** From this size on (bytes) a picture is shown as a smaller copy. */
const largePicture = 12_000_000;

function addressToShow(kind: ViewerKind, uid: string, blob: BlobEntity, document: DocumentEntity): string {
  const { changeToken } = document;
  const converted = (type: string) => conversionAddress(uid, { type }, 'file:content', changeToken);
  if (kind === 'as-pdf') return converted('application/pdf');
  if (kind !== 'image') return viewAddress(blob);
  return smallerCopy(uid, blob, document) ?? wholePicture(uid, blob, document);
}

function wholePicture(uid: string, blob: BlobEntity, { changeToken }: DocumentEntity): string {
  return isBrowserImage(blob['mime-type'])
    ? viewAddress(blob)
    : conversionAddress(uid, { type: 'image/jpeg' }, 'file:content', changeToken);
}

/** Undefined if the whole picture is shown from the start. */
function smallerCopy(uid: string, blob: BlobEntity, document: DocumentEntity): string | undefined {
  const isSmall = Number(blob.length) < largePicture && renditionOf(uid, document, 'tiles') === undefined;
  return isBrowserImage(blob['mime-type']) && isSmall ? undefined : renditionOf(uid, document, 'FullHD');
}

/** Undefined if the server does not list it for this document. */
function renditionOf(uid: string, document: DocumentEntity, wanted: string): string | undefined {
  const found = renditionsOf(document).find(({ name }) => name === wanted);
  return found && withViewReason(renditionAddress(uid, found.name, document.changeToken));
}

function fullAddress(uid: string, blob: BlobEntity, document: DocumentEntity): string | undefined {
  return smallerCopy(uid, blob, document) && wholePicture(uid, blob, document);
}

/** Servers of the Nuxeo Platform make pictures of a film's scenes. */
function scenesOf(document: DocumentEntity): readonly Scene[] {
  const stored = propertyOf(document, 'vid:storyboard');
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((_, index) => {
    const picture = blobOf(document, `vid:storyboard/${index}/content`);
    const seconds = Number(propertyOf(document, `vid:storyboard/${index}/timecode`) ?? 0);
    return picture === null ? [] : [{ seconds, address: viewAddress(picture) }];
  });
}

/** A conversion for a film that this browser cannot play. */
function playableAddress(uid: string, { changeToken }: DocumentEntity): string {
  const plays = window.document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') !== '';
  return conversionAddress(uid, { type: plays ? 'video/mp4' : 'video/webm' }, 'file:content', changeToken);
}
