/**
 * Renditions of a document: thumbnail, exports, PDF, picture views.
 * Invariant: a rendition contains only what the caller may read, and shows the document as it is now.
 */

import { isJsonObject } from '#wire/json.ts';
import { blobsOf } from '../documents/properties.ts';
import { isBlobValue } from '../kernel/blob-value.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Bytes } from '../kernel/ports.ts';
import type { Session } from '../kernel/session.ts';
import type { StoredBlob } from '../kernel/stores.ts';
import { thumbnailSize } from '../kernel/thumbnail.ts';
import { WorkFirst } from './ahead-of-changes.ts';
import { fromBlobValue } from './blobs.ts';
import { convertIn, thumbnailOf } from './conversions.ts';
import { filesZip } from './files-zip.ts';
import { placeholderSvg } from './placeholder.ts';
import { exportXml } from './xml-export.ts';
import { exportZip } from './zip-export.ts';

export interface RenditionDescription {
  readonly name: string;
  readonly kind: string | null;
  /** File name in `/icons`. */
  readonly icon: string;
}

/** Longest side of a picture's views, in pixels; `OriginalJpeg` keeps its size. */
const viewSizes: Readonly<Record<string, number | undefined>> = {
  Thumbnail: 100,
  Small: 560,
  Medium: 1000,
  FullHD: 1920,
  OriginalJpeg: undefined,
};
/** A browser needs four bytes for each pixel: larger pictures are offered in tiles. */
const mostPixelsAtOnce = 30_000_000;

/** In the order that clients expect. */
export function renditionsOf(session: Session, document: DocumentRow): readonly RenditionDescription[] {
  const plain = (name: string, icon: string): RenditionDescription => ({ name, kind: null, icon });
  const isFolder = session.types.hasFacet(document, 'Folderish');
  const isPicture = session.types.hasFacet(document, 'Picture');
  const main = mainBlob(session, document);
  return [
    { name: 'thumbnail', kind: 'cmis:thumbnail', icon: 'image.png' },
    plain('xmlExport', 'xml.png'),
    plain(isFolder ? 'zipTreeExport' : 'zipExport', 'zip.png'),
    ...(main && isPicture
      ? [plain('imageToPDF', 'pdf.png'), ...Object.keys(viewSizes).map((name) => plain(name, 'image.png'))]
      : []),
    ...(main && isPicture && pixelsOf(document) > mostPixelsAtOnce ? [plain('tiles', 'image.png')] : []),
    ...(!isPicture && isConvertible(session, main ? main.mimeType : noteType(document))
      ? [plain('pdf', 'pdf.png')]
      : []),
  ];
}

/** From the file's metadata; 0 until they have been read. */
function pixelsOf({ properties: { 'picture:info': info } }: DocumentRow): number {
  const { width, height } = isJsonObject(info) ? info : {};
  return typeof width === 'number' && typeof height === 'number' ? width * height : 0;
}

function isConvertible(session: Session, mimeType: string | null): boolean {
  return (
    mimeType === 'application/pdf' ||
    session.repository.ports.conversion.find(mimeType ?? '', 'application/pdf') !== undefined
  );
}

/** Undefined when the document has no such rendition. @throws for an unknown name */
export async function render(
  session: Session,
  document: DocumentRow,
  name: string,
): Promise<StoredBlob | undefined> {
  const main = mainBlob(session, document);
  switch (name) {
    case 'thumbnail':
      return thumbnail(session, document);
    case 'mainBlob':
      return main;
    case 'xmlExport':
      return store(session, exportXml(session, document), 'document.xml', 'text/xml');
    case 'zipExport':
    case 'zipTreeExport':
      return store(session, exportZip(session, document), 'export.zip', 'application/zip');
    case 'containerDefaultRendition':
      return store(session, filesZip(session, [{ folder: document }]), 'export.zip', 'application/zip');
    case 'pdf':
    case 'imageToPDF':
      if (main?.mimeType === 'application/pdf') return main;
      if (main) return convertIn(session, main, { type: 'application/pdf' });
      return isConvertible(session, noteType(document)) ? noteAsPdf(session, document) : undefined;
  }
  if (name !== 'tiles' && !Object.hasOwn(viewSizes, name)) {
    throw new RepositoryError('conversionFailed', `Rendition ${name} not available`);
  }
  if (!main || !session.types.hasFacet(document, 'Picture'))
    throw errors.notFound(`No Blob was found for rendition '${name}'`);
  if (name === 'tiles') return convertIn(session, main, { converter: 'pictureTiles' });
  return pictureView(session, main, viewSizes[name]);
}

async function pictureView(
  session: Session,
  main: StoredBlob,
  size: number | undefined,
): Promise<StoredBlob> {
  const dimensions: Record<string, string> =
    size === undefined ? {} : { width: String(size), height: String(size) };
  return convertIn(session, main, { converter: 'pictureResize' }, { ...dimensions, format: 'jpeg' });
}

/** A thumbnail of the content, or a drawn placeholder. */
export async function thumbnail(session: Session, document: DocumentRow): Promise<StoredBlob> {
  const own = document.properties['thumb:thumbnail'];
  if (own !== undefined && isBlobValue(own)) return fromBlobValue(own);
  const source = mainBlob(session, document) ?? (await noteBlob(session, document));
  const picture = source && (await pictureOf(session, source, session.username));
  if (picture) return picture;
  const svg = placeholderSvg(session, document, source?.mimeType ?? null);
  return store(session, textBytes(svg), 'thumbnail.svg', 'image/svg+xml');
}

/**
 * Makes the thumbnail in advance, so that the first reader does not wait.
 * @param person for whom, when the session belongs to the system
 */
export async function makePicture(
  session: Session,
  document: DocumentRow,
  person = session.username,
): Promise<void> {
  const source = mainBlob(session, document);
  if (source) await pictureOf(session, source, person);
}

/** Undefined for a broken file, so that a placeholder is shown. */
async function pictureOf(
  session: Session,
  source: StoredBlob,
  person: string,
): Promise<StoredBlob | undefined> {
  try {
    return await thumbnailOf(session, source, thumbnailSize, person);
  } catch (error) {
    if (error instanceof WorkFirst) throw error;
    session.repository.ports.log.warn('A thumbnail could not be made', {
      blob: source.key,
      reason: error instanceof Error ? error.message : String(error),
    });
    return undefined;
  }
}

/** Undefined without a note; the note itself when no converter makes a PDF from its kind of text. */
export async function noteAsPdf(session: Session, document: DocumentRow): Promise<StoredBlob | undefined> {
  const note = await noteBlob(session, document);
  return (
    note &&
    (isConvertible(session, note.mimeType) ? convertIn(session, note, { type: 'application/pdf' }) : note)
  );
}

function mainBlob(session: Session, document: DocumentRow): StoredBlob | undefined {
  const first = blobsOf(session.types, document)[0];
  return first && fromBlobValue(first.blob);
}

async function noteBlob(session: Session, document: DocumentRow): Promise<StoredBlob | undefined> {
  const { 'note:note': note } = document.properties;
  const mimeType = noteType(document);
  if (typeof note !== 'string' || mimeType === null) return undefined;
  return store(session, textBytes(note), `${document.name}.txt`, mimeType);
}

/** Null when there is no note, or an empty one. */
function noteType({ properties: { 'note:note': note, 'note:mime_type': type } }: DocumentRow): string | null {
  if (typeof note !== 'string' || note === '') return null;
  return typeof type === 'string' && type !== '' ? type : 'text/plain';
}

async function store(session: Session, bytes: Bytes, name: string, mimeType: string): Promise<StoredBlob> {
  const stored = await session.repository.ports.blobs.write(bytes);
  return { ...stored, name, mimeType, encoding: null };
}

async function* textBytes(text: string): AsyncGenerator<Uint8Array, void> {
  yield new TextEncoder().encode(text);
}
