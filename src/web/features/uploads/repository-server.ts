/** The queue's server, by the repository's REST interface. */
import { documentInput } from '#web/api/addresses.ts';
import { hasStatus, isApiError } from '#web/api/api-error.ts';
import { pageView } from '#web/api/document-by-id.ts';
import { postDocument, putDocument } from '#web/api/document-changes.ts';
import {
  blobOf,
  breadcrumbOf,
  creatableTypes,
  isFolderish,
  mayTry,
  propertyOf,
} from '#web/api/document-context.ts';
import { spaceOf } from '#web/api/document-details.ts';
import type { DocumentView } from '#web/api/documents.ts';
import { isDocument } from '#web/api/guards.ts';
import { nxqlPage } from '#web/api/nxql-page.ts';
import { runForJson } from '#web/api/operation-call.ts';
import { waitForIndexing } from '#web/api/search-index.ts';
import { api } from '#web/api/start.ts';
import {
  attachUploaded,
  createBatch,
  dropBatch,
  getFileStatus,
  uploadChunk,
  uploadFile,
  uploadReference,
} from '#web/api/upload.ts';
import type { DocumentEntity } from '#wire/document.ts';
import type { JsonObject } from '#wire/json.ts';
import { problemOf, UploadRefusal } from './problem.ts';
import type { Existing, SameFile } from './upload-item.ts';
import type { Folder, Room, Slot, UploadServer } from './upload-server.ts';

/** The least view of new documents, as there may be a thousand. */
const fileView: DocumentView = { schemas: ['file'] };
/** More documents than names in a request, as several may have the same name. */
const namesPage = 100;
/** One document is reported for each digest, so more are not needed. */
const sameFilesPage = 100;

export const repositoryServer: UploadServer = {
  createBatch,
  sendWhole: async ({ slot, file, signal, onProgress }) => {
    await uploadFile(slot.batchId, slot.index, file, { signal, onProgress });
  },
  sendChunk: async ({ slot, file, signal, onProgress, piece, count, bytes }) => {
    const chunk = { index: piece, count, bytes };
    await uploadChunk(slot.batchId, slot.index, file, chunk, { signal, onProgress });
  },
  arrived: async (slot, signal) => {
    const info = await getFileStatus(slot.batchId, slot.index, signal);
    if (info === null) return null;
    const pieces = new Set(info.uploadedChunkIds ?? []);
    return { whole: info.uploadType === 'normal' || pieces.size === info.chunkCount, pieces };
  },
  dropBatch,
  folder: async (id, signal) => folderOf(await documentOf(id, signal)),
  findFolder: async (parentId, title, signal) => {
    const condition = `dc:title = ${quoted(title)} AND ecm:mixinType = 'Folderish'`;
    const uid = (await find(parentId, condition, 1, signal)).find(isFolderish)?.uid;
    return uid == null ? null : folderOf(await documentOf(uid, signal));
  },
  createFolder: async (parentId, type, title, key, signal) =>
    folderOf(
      await postDocument(
        { parentId, type, name: title, properties: { 'dc:title': title }, idempotencyKey: key },
        { signal },
      ),
    ),
  findFiles,
  createFile: async ({ folderId, type, name, properties: written, slot, key, indexedLater }, signal) => {
    const properties = {
      'dc:title': name,
      ...written,
      'file:content': uploadReference(slot.batchId, slot.index),
    };
    const made = await postDocument(
      { parentId: folderId, type, name, properties, idempotencyKey: key },
      { signal, view: fileView, keepsBatch: slot.shared, indexedLater },
    );
    // If a server sends no properties, nothing is known about the file.
    return { id: idOf(made), hasFile: propertyOf(made, 'file:content') !== null };
  },
  replaceFile: async (documentId, slot, signal, edition) => {
    // Keeps the earlier content as a version.
    await checkIn(documentId, { version: 'minor' }, signal);
    await fillFile(documentId, slot, signal);
    if (edition !== undefined) await checkIn(documentId, { ...edition }, signal);
  },
  fillFile,
  attachFile: async (documentId, slot, signal) => {
    await attachUploaded(slot.batchId, slot.index, documentId, { keepsBatch: slot.shared, signal });
  },
  holdsFile: async (documentId, as, { name, size }, signal) => {
    const document = await documentOf(documentId, signal);
    const listed = propertyOf(document, 'files:files');
    const count = Array.isArray(listed) ? listed.length : 0;
    const places =
      as === 'version'
        ? ['file:content']
        : Array.from({ length: count }, (_, index) => `files:files/${index}/file`);
    return places.some((place) => {
      const blob = blobOf(document, place);
      return blob?.name === name && Number(blob.length) === size;
    });
  },
  findSame: async (digests, signal) => {
    const among = digests.map(quoted).join(', ');
    const found = await findWhere(
      `ecm:isProxy = 0 AND file:content/digest IN (${among})`,
      sameFilesPage,
      signal,
    );
    const byDigest = new Map<string, SameFile>();
    for (const one of found) {
      const digest = blobOf(one)?.digest;
      if (digest == null || byDigest.has(digest)) continue;
      const { id, title, mayReplace } = existing(one);
      byDigest.set(digest, { id, title, path: one.path ?? '', mayReplace });
    }
    return byDigest;
  },
  link: async (documentId, folderId, signal) => {
    const shown = await runForJson(
      {
        id: 'Document.PublishToSection',
        input: documentInput(documentId),
        params: { target: documentInput(folderId) },
      },
      { signal },
    );
    return isDocument(shown) ? idOf(shown) : documentId;
  },
  room,
  describe: async (documentId, properties, signal, indexedLater) => {
    const document = await documentOf(documentId, signal);
    // Without a change token: the server extracts facts from the file meanwhile, and only the form's properties are sent.
    await putDocument({ document, properties, force: true, indexedLater }, signal);
  },
  waitForIndexing,
};

/** The quotas of all folders above apply, too. */
async function room(folderId: string, signal: AbortSignal): Promise<Room | null> {
  const folder = await documentOf(folderId, signal);
  const above = breadcrumbOf(folder).flatMap(({ uid }) => (uid === null || uid === folder.uid ? [] : [uid]));
  const way = await Promise.all(
    above.map((uid) =>
      api().entity(`/id/${encodeURIComponent(uid)}`, isDocument, {
        enrichers: { document: ['quota'] },
        signal,
      }),
    ),
  );
  const limits = [...way, folder].flatMap((place) => {
    const space = spaceOf(place);
    return space === null || space.allowed === null
      ? []
      : [{ title: place.title, left: Math.max(0, space.allowed - space.used) }];
  });
  return limits.sort((one, other) => one.left - other.left)[0] ?? null;
}

async function fillFile(documentId: string, slot: Slot, signal: AbortSignal): Promise<void> {
  const properties = { 'file:content': uploadReference(slot.batchId, slot.index) };
  const document = await documentOf(documentId, signal);
  await putDocument({ document, properties, keepsBatch: slot.shared }, signal);
}

/** A kind that has no versions stays as it is. */
async function checkIn(documentId: string, params: JsonObject, signal: AbortSignal): Promise<void> {
  await runForJson({ id: 'Document.CheckIn', input: documentId, params }, { signal }).catch(
    (error: unknown) => {
      if (!hasStatus(error, 500)) throw error;
    },
  );
}

async function findFiles(
  folderId: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Existing>> {
  const among = `IN (${names.map(quoted).join(', ')})`;
  const condition = `ecm:mixinType != 'Folderish' AND (dc:title ${among} OR file:content/name ${among})`;
  const found = await find(folderId, condition, namesPage, signal);
  if (found.length === namesPage && names.length > 1) {
    const half = Math.ceil(names.length / 2);
    const halves = [names.slice(0, half), names.slice(half)];
    const answers = await Promise.all(halves.map((some) => findFiles(folderId, some, signal)));
    return new Map(answers.flatMap((answer) => [...answer]));
  }
  const wanted = new Set(names);
  const byName = new Map<string, Existing>();
  for (const one of found) {
    for (const name of [one.title, blobOf(one)?.name]) {
      if (name != null && wanted.has(name) && !byName.has(name)) byName.set(name, existing(one));
    }
  }
  return byName;
}

function documentOf(id: string, signal: AbortSignal): Promise<DocumentEntity> {
  return api().entity(`/id/${encodeURIComponent(id)}`, isDocument, { signal, ...pageView });
}

async function find(
  parentId: string,
  condition: string,
  pageSize: number,
  signal: AbortSignal,
): Promise<readonly DocumentEntity[]> {
  return findWhere(`ecm:parentId = ${quoted(parentId)} AND ${condition}`, pageSize, signal);
}

async function findWhere(
  condition: string,
  pageSize: number,
  signal: AbortSignal,
): Promise<readonly DocumentEntity[]> {
  const query = `SELECT * FROM Document WHERE ecm:isTrashed = 0 AND ecm:isVersion = 0 AND ${condition}`;
  const view = { schemas: ['dublincore', 'file'], enrichers: { document: ['permissions'] } };
  try {
    return (await nxqlPage({ query, pageSize }, { ...view, signal })).entries;
  } catch (error) {
    // The server's message is about a query that the person did not write.
    if (isApiError(error) && problemOf(error).kind === 'refused')
      throw new UploadRefusal('no-look', problemOf(error).detail);
    throw error;
  }
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A literal of the query language, on one line whatever characters the file's name has. */
function quoted(text: string): string {
  return `'${text.replace(/[\\'\n\r\t]/g, (sign) => escapes[sign] ?? `\\${sign}`)}'`;
}

function idOf({ uid }: DocumentEntity): string {
  if (uid === null) throw new Error('The server answered with a document that is not saved');
  return uid;
}

function folderOf(found: DocumentEntity): Folder {
  const mayAdd = mayTry(found, 'AddChildren');
  return { id: idOf(found), types: creatableTypes(found).map(({ type }) => type), mayAdd };
}

function existing(found: DocumentEntity): Existing {
  const blob = blobOf(found);
  return {
    id: idOf(found),
    title: found.title,
    size: blob === null ? null : Number(blob.length),
    modified: found.lastModified ?? null,
    mayReplace: mayTry(found, 'WriteProperties'),
  };
}
