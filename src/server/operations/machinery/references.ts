/**
 * Resolves references in calls: documents by id or path, lists of them, blobs of upload batches.
 * Invariant: only what the caller may read is found.
 */

import { emptyDocument, getDocument, parseReference } from '#server/core/documents/documents.ts';
import { readProperties } from '#server/core/documents/properties.ts';
import { resolveBlobInput } from '#server/core/files/blob-input.ts';
import { fromBlobValue } from '#server/core/files/blobs.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { readListText } from './properties-text.ts';

/** Undefined when the value does not refer to a document. */
export async function documentFrom(session: Session, value: Json): Promise<DocumentRow | undefined> {
  if (isString(value)) return documentAt(session, value);
  if (!isJsonObject(value)) return undefined;
  const { uid, 'entity-type': entityType, id } = value;
  if (isString(uid)) return getDocument(session, { id: uid });
  if (entityType === 'document') return unsavedDocument(session, value);
  return entityType === undefined && isString(id) ? getDocument(session, { id }) : undefined;
}

async function documentAt(session: Session, text: string): Promise<DocumentRow | undefined> {
  const reference = text.replace(/^doc:/, '').trim();
  return reference === '' ? undefined : getDocument(session, parseReference(reference));
}

/** A document that exists only in the call, for operations that read it. */
async function unsavedDocument(session: Session, entity: JsonObject): Promise<DocumentRow> {
  const { type, name, properties } = entity;
  if (!isString(type)) throw errors.badRequest('A document that is not stored needs a type');
  const empty = await emptyDocument(session, type, undefined, isString(name) ? name : undefined);
  const given = isJsonObject(properties) ? properties : {};
  const read = await readProperties(session, empty, given, (blob) => resolveBlobInput(session, blob));
  return { ...empty, properties: { ...empty.properties, ...read } };
}

/** Undefined when the value is not a list of documents. */
export async function documentsFrom(
  session: Session,
  value: Json,
): Promise<readonly DocumentRow[] | undefined> {
  const references = listOf(value);
  if (!references) return undefined;
  const documents: DocumentRow[] = [];
  for (const reference of references) {
    const document = await documentFrom(session, reference);
    if (!document) return undefined;
    documents.push(document);
  }
  return documents;
}

function listOf(value: Json): readonly Json[] | undefined {
  if (isString(value)) {
    const isList = value.startsWith('docs:') || value.includes(',');
    return isList ? readListText(value.replace(/^docs:/, '')) : undefined;
  }
  if (Array.isArray(value)) return value;
  if (isJsonObject(value) && value['entity-type'] === 'documents' && Array.isArray(value.entries)) {
    return value.entries;
  }
  return undefined;
}

/** Undefined when the value is not a blob. Storage keys are refused: knowing one does not give the right to read it. */
export async function blobFrom(session: Session, value: Json): Promise<StoredBlob | undefined> {
  if (isString(value)) {
    if (/^blobs?:/.test(value)) throw errors.badRequest('Blobs cannot be named by their key');
    return undefined;
  }
  if (!isJsonObject(value) || value['entity-type'] !== undefined) return undefined;
  const found = await resolveBlobInput(session, value);
  return found && fromBlobValue(found);
}

export async function blobsFrom(session: Session, value: Json): Promise<readonly StoredBlob[] | undefined> {
  if (!Array.isArray(value)) return undefined;
  const blobs: StoredBlob[] = [];
  for (const item of value) {
    const blob = await blobFrom(session, item);
    if (!blob) return undefined;
    blobs.push(blob);
  }
  return blobs;
}
