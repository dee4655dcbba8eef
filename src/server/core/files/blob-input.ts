/**
 * Values for a blob property: an uploaded file, a blob that the server already has, or inline text.
 * Invariant: callers cannot get access to bytes that they could not read before; any other value leaves the property
 * unchanged.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { findDocument } from '../documents/documents.ts';
import { blobAt } from '../documents/properties.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { BlobValue } from '../kernel/model.ts';
import type { BlobContent } from '../kernel/ports.ts';
import type { Session } from '../kernel/session.ts';
import type { StoredBlob } from '../kernel/stores.ts';
import { thumbnailProperty } from '../kernel/thumbnail.ts';
import { toBlobValue } from './blobs.ts';
import { withThumbnail } from './thumbnail-property.ts';
import { typeDetectionBytes } from './upload-bytes.ts';
import { takeBatchBlob } from './uploads.ts';

/** Undefined when the input gives no blob. */
export async function resolveBlobInput(session: Session, input: JsonObject): Promise<BlobValue | undefined> {
  const { 'upload-batch': batch, 'upload-fileId': index } = input;
  if (typeof batch === 'string') {
    const blob = typeof index === 'string' ? await takeBatchBlob(session, batch, index) : undefined;
    return blob && toBlobValue(await withMimeType(session, blob));
  }
  if (typeof input.providerId === 'string' && typeof input.key === 'string') {
    throw new RepositoryError('unauthenticated', 'Blobs cannot be named by their key');
  }
  const address = [input.blobUrl, input.data].find(isAddress);
  if (address !== undefined) {
    const blob = await blobBehind(session, address);
    return blob && renamed(blob, input);
  }
  const content = typeof input.data === 'string' ? input.data : input.content;
  return typeof content === 'string' ? textBlob(session, content, input) : undefined;
}

function isAddress(value: Json | undefined): value is string {
  return typeof value === 'string' && value.startsWith('http');
}

/** Undefined for an address of another server: clients copy whole documents from server to server. */
async function blobBehind(session: Session, address: string): Promise<BlobValue | undefined> {
  const match = /\/nxfile\/([^/]+)\/([^/]+)\/([^?]*)/.exec(address);
  const [, repository, id, rest] = match ?? [];
  if (!repository || !id || !rest) return undefined;
  const named = decoded(repository);
  if (!session.repository.repositoryNames.includes(named)) return undefined;
  const reader = named === session.repositoryName ? session : session.in(named);
  if (!(await reader.read.documents.get(id))) return undefined;
  const document = await findDocument(reader, { id });
  const segments = rest.split('/').map(decoded);
  const isThumbnail = document !== undefined && segments[0] === thumbnailProperty;
  const shown = isThumbnail ? await withThumbnail(reader, document) : document;
  // The address ends with the file name only when the blob has one.
  const blob = shown && (blobAt(shown, segments.slice(0, -1).join('/')) ?? blobAt(shown, segments.join('/')));
  if (!blob) throw errors.badRequest(`No blob found: ${address}`);
  return blob;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw errors.badRequest(`Malformed percent-encoding in the address: ${part}`, cause);
  }
}

function renamed(blob: BlobValue, input: JsonObject): BlobValue {
  const name = nameOf(input);
  return name === undefined ? blob : { ...blob, name };
}

async function textBlob(session: Session, text: string, input: JsonObject): Promise<BlobValue> {
  const stored = await session.repository.ports.blobs.write(piecesOf(text));
  return toBlobValue({
    ...stored,
    name: nameOf(input) ?? null,
    mimeType: stringOr(input['mime-type'], 'text/plain'),
    encoding: stringOr(input.encoding, 'UTF-8'),
  });
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array, void> {
  yield new TextEncoder().encode(text);
}

function nameOf(input: JsonObject): string | undefined {
  const name = input.filename ?? input.name;
  return typeof name === 'string' ? name : undefined;
}

function stringOr(value: Json | undefined, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

/** Finds the type of an upload without one, from its name and first bytes. */
export async function withMimeType(session: Session, blob: StoredBlob): Promise<StoredBlob> {
  const { blobs, conversion } = session.repository.ports;
  // Some clients send a file extension (`pdf`) as the type.
  const isEnding = /^[a-z\d]+$/i.test(blob.mimeType ?? '');
  const mimeType = isEnding
    ? conversion.detectMimeType(`.${blob.mimeType}`, new Uint8Array())
    : blob.mimeType;
  if (mimeType !== null && mimeType !== '' && mimeType !== 'application/octet-stream')
    return { ...blob, mimeType };
  const content = await blobs.open(blob.key);
  const head = content ? await firstBytes(content) : new Uint8Array();
  return { ...blob, mimeType: conversion.detectMimeType(blob.name, head) };
}

/** For imported files: the type by name, else the given type, else the type of the content. */
export async function withMimeTypeByName(session: Session, blob: StoredBlob): Promise<StoredBlob> {
  const named = session.repository.ports.conversion.detectMimeType(blob.name, new Uint8Array());
  const isPlain = named === 'application/octet-stream' || /[/+]xml$/.test(named);
  return isPlain ? withMimeType(session, blob) : { ...blob, mimeType: named };
}

async function firstBytes({ size, stream }: BlobContent): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(typeDetectionBytes, size));
  let filled = 0;
  for await (const piece of stream({ start: 0, end: bytes.byteLength })) {
    bytes.set(piece, filled);
    filled += piece.byteLength;
  }
  return bytes;
}
