/**
 * Finds a document's blobs by all forms of xpath that addresses use, and audits downloads.
 */

import { blobAt, blobsOf, getProperty, setProperty } from '#server/core/documents/properties.ts';
import { fromBlobValue } from '#server/core/files/blobs.ts';
import { withThumbnail } from '#server/core/files/thumbnail-property.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow, Properties } from '#server/core/kernel/model.ts';
import type { BlobContent } from '#server/core/kernel/ports.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { thumbnailProperty } from '#server/core/kernel/thumbnail.ts';
import type { Json } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { md5 } from '../authentication/md5.ts';

export interface FoundBlob {
  readonly xpath: string;
  readonly blob: StoredBlob;
}

const thumbnailPlaces: ReadonlySet<string> = new Set([thumbnailProperty, 'thumbnail']);

/** `asked`: an xpath, `blobholder:<n>`, or nothing for the main blob. The text of a note is stored as a blob for this. */
export async function blobAtXpath(
  session: Session,
  document: DocumentRow,
  requestedXpath: string,
): Promise<FoundBlob | undefined> {
  if (isNotePlace(session, document, requestedXpath)) return storedNote(session, document);
  const requested = requestedXpath === '' ? 'blobholder:0' : requestedXpath;
  if (requested.startsWith('blobholder:')) return inHolder(session, document, requested);
  const shown = thumbnailPlaces.has(requested) ? await withThumbnail(session, document) : document;
  const xpath = canonical(session, shown, requested);
  const value = xpath === undefined ? undefined : blobAt(shown, xpath);
  return xpath !== undefined && value ? { xpath, blob: fromBlobValue(value) } : undefined;
}

function inHolder(session: Session, document: DocumentRow, xpath: string): FoundBlob | undefined {
  const index = xpath.slice('blobholder:'.length);
  if (!/^(0|[1-9]\d{0,8})$/.test(index)) throw errors.notFound(`Invalid xpath: ${xpath}`);
  const found = blobsOf(session.types, document)[Number(index)];
  return found && { xpath: found.xpath, blob: fromBlobValue(found.blob) };
}

export async function hasBlobAt(
  session: Session,
  document: DocumentRow,
  requestedXpath: string,
): Promise<boolean> {
  if (isNotePlace(session, document, requestedXpath))
    return typeof document.properties['note:note'] === 'string';
  return (await blobAtXpath(session, document, requestedXpath)) !== undefined;
}

function isNotePlace(session: Session, document: DocumentRow, requestedXpath: string): boolean {
  if (requestedXpath === 'note:note') return true;
  const isMain = requestedXpath === '' || requestedXpath === 'blobholder:0';
  return isMain && session.types.schemasOf(document).some((schema) => schema.name === 'note');
}

interface NoteFile extends FoundBlob {
  readonly content: BlobContent;
}

/** The text of a note as a blob in memory, without a key, so that reading it needs no disk space. */
export function noteAt(
  session: Session,
  document: DocumentRow,
  requestedXpath: string,
): NoteFile | undefined {
  const text = document.properties['note:note'];
  if (!isNotePlace(session, document, requestedXpath) || typeof text !== 'string') return undefined;
  const type = document.properties['note:mime_type'];
  const mimeType = typeof type === 'string' && type !== '' ? type : 'text/plain';
  const bytes = new TextEncoder().encode(text);
  const digest = Array.from(new Uint8Array(md5(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const name = `${document.name}${extensionOf(mimeType)}`;
  return {
    xpath: 'note:note',
    blob: { key: '', digest, length: bytes.length, name, mimeType, encoding: 'UTF-8' },
    content: {
      size: bytes.length,
      localPath: undefined,
      stream: ({ start, end } = { start: 0, end: bytes.length }) =>
        new Blob([bytes.subarray(start, end)]).stream(),
    },
  };
}

async function storedNote(session: Session, document: DocumentRow): Promise<FoundBlob | undefined> {
  const note = noteAt(session, document, 'note:note');
  if (!note) return undefined;
  const stored = await session.repository.ports.blobs.write(note.content.stream());
  return { xpath: note.xpath, blob: { ...note.blob, ...stored } };
}

function extensionOf(mimeType: string): string {
  const known: Readonly<Record<string, string>> = {
    'text/html': '.html',
    'text/xml': '.xml',
    'text/x-web-markdown': '.md',
    'text/markdown': '.md',
  };
  return known[mimeType] ?? '.txt';
}

/** With its prefix: `content` becomes `file:content` when the document has only one field of that name. */
function canonical(session: Session, document: DocumentRow, xpath: string): string | undefined {
  const [top = '', ...rest] = xpath.replaceAll(/\[(\d+)\]/g, '/$1').split('/');
  if (top.includes(':')) return [top, ...rest].join('/');
  const owner = session.types
    .schemasOf(document)
    .find((schema) => schema.fields.some((field) => field.name === top));
  return owner && [`${owner.prefix || owner.name}:${top}`, ...rest].join('/');
}

/** The changed property after putting a blob (or null) there; undefined when the document has no such property. */
export function withBlobAt(
  session: Session,
  document: DocumentRow,
  requestedXpath: string,
  value: Json,
): Properties | undefined {
  const first = blobsOf(session.types, document)[0];
  const isMain = requestedXpath === '' || requestedXpath === 'blobholder:0';
  const xpath = isMain ? (first?.xpath ?? 'file:content') : canonical(session, document, requestedXpath);
  const top = xpath?.split('/')[0];
  const type = xpath === undefined ? undefined : session.types.property(xpath)?.type;
  const owned = session.types.schemasOf(document);
  const schema = top === undefined ? undefined : session.types.topField(top)?.schema;
  if (xpath === undefined || top === undefined || schema === undefined || !owned.includes(schema)) {
    return undefined;
  }
  const item = /^(.*)\/(\d+)$/.exec(xpath);
  if (value === null && item?.[1] !== undefined) {
    const list = getProperty(document.properties, item[1]);
    if (!Array.isArray(list)) return undefined;
    const remaining = list.filter((_one, index) => index !== Number(item[2]));
    return { [top]: setProperty(document.properties, item[1], remaining)[top] ?? null };
  }
  if (type !== 'blob') return undefined;
  return { [top]: setProperty(document.properties, xpath, value)[top] ?? null };
}

export function auditDownload(
  { session, request, url }: Call,
  document: DocumentRow,
  found: { readonly blob: Pick<StoredBlob, 'name'>; readonly xpath: string | null },
  extended: Readonly<Record<string, Json>> = {},
): void {
  const reason = request.headers.get('x-client-reason') ?? url.searchParams.get('clientReason');
  session.audit({
    eventId: 'download',
    isOfReading: true,
    document,
    comment: found.blob.name,
    extended: {
      downloadReason: 'download',
      blobFilename: found.blob.name,
      blobXPath: found.xpath,
      ...(reason === null ? {} : { clientReason: reason }),
      ...extended,
    },
  });
}
