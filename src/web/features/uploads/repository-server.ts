/** The server that the queue uploads to: the repository's own interface. */
import { hasStatus } from '#web/api/api-error.ts';
import { postDocument, putDocument } from '#web/api/document-changes.ts';
import { blobOf, creatableTypes, isFolderish, may, permissionsOn } from '#web/api/document-context.ts';
import { documentsIn, isDocumentPage, pageView } from '#web/api/documents.ts';
import { isDocument } from '#web/api/entities.ts';
import { runForJson } from '#web/api/operation-call.ts';
import { api } from '#web/api/start.ts';
import {
  createBatch,
  dropBatch,
  getFileStatus,
  uploadChunk,
  uploadFile,
  uploadReference,
} from '#web/api/upload.ts';
import type { DocumentEntity } from '#wire/document.ts';
import type { Existing } from './upload-item.ts';
import type { Folder, UploadServer } from './upload-server.ts';

/** Each batch holds one file, so that one that is dropped takes nothing else with it. */
const only = 0;

export const repositoryServer: UploadServer = {
  createBatch,
  sendWhole: async ({ batchId, file, signal, onProgress }) => {
    await uploadFile(batchId, only, file, { signal, onProgress });
  },
  sendChunk: async ({ batchId, file, signal, onProgress, index, count, bytes }) => {
    await uploadChunk(batchId, only, file, { index, count, bytes }, { signal, onProgress });
  },
  arrived: async (batchId, signal) => {
    const info = await getFileStatus(batchId, only, signal);
    if (info === null) return null;
    const pieces = new Set(info.uploadedChunkIds ?? []);
    return { whole: info.uploadType === 'normal' || pieces.size === info.chunkCount, pieces };
  },
  dropBatch,
  folder: async (id, signal) => folderOf(await document(id, signal)),
  findFolder: async (parentId, title, signal) => {
    const found = await find(parentId, `dc:title = ${quoted(title)} AND ecm:mixinType = 'Folderish'`, signal);
    const uid = found.find(isFolderish)?.uid;
    return uid == null ? null : folderOf(await document(uid, signal));
  },
  createFolder: async (parentId, type, title, key, signal) =>
    folderOf(
      await postDocument(
        { parentId, type, name: title, properties: { 'dc:title': title }, idempotencyKey: key },
        signal,
      ),
    ),
  findFile: async (folderId, name, signal) => {
    const is = quoted(name);
    const [found] = await find(
      folderId,
      `ecm:mixinType != 'Folderish' AND (dc:title = ${is} OR file:content/name = ${is})`,
      signal,
    );
    return found === undefined ? null : existing(found);
  },
  createFile: async ({ folderId, type, name, batchId, key }, signal) => {
    const properties = { 'dc:title': name, 'file:content': uploadReference(batchId, only) };
    return idOf(
      await postDocument({ parentId: folderId, type, name, properties, idempotencyKey: key }, signal),
    );
  },
  replaceFile: async (documentId, batchId, signal) => {
    // What was there stays as a version; a kind that has none is simply replaced.
    await runForJson(
      { id: 'Document.CheckIn', input: documentId, params: { version: 'minor' } },
      { signal },
    ).catch((error: unknown) => {
      if (!hasStatus(error, 500)) throw error;
    });
    const properties = { 'file:content': uploadReference(batchId, only) };
    await putDocument({ document: await document(documentId, signal), properties }, signal);
  },
};

function document(id: string, signal: AbortSignal): Promise<DocumentEntity> {
  return api().entity(`/id/${encodeURIComponent(id)}`, isDocument, { signal, ...pageView });
}

async function find(
  parentId: string,
  condition: string,
  signal: AbortSignal,
): Promise<readonly DocumentEntity[]> {
  const query = `SELECT * FROM Document WHERE ecm:parentId = ${quoted(parentId)} AND ecm:isTrashed = 0 AND ecm:isVersion = 0 AND ${condition}`;
  const page = await api().entity('/search/execute', isDocumentPage, {
    query: { query, pageSize: 1 },
    schemas: ['dublincore', 'file'],
    enrichers: { document: ['permissions'] },
    signal,
  });
  return documentsIn(page);
}

/** As a literal of the query language. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function idOf({ uid }: DocumentEntity): string {
  if (uid === null) throw new Error('The server answered with a document that is not saved');
  return uid;
}

function folderOf(found: DocumentEntity): Folder {
  return { id: idOf(found), types: creatableTypes(found).map(({ type }) => type) };
}

function existing(found: DocumentEntity): Existing {
  const blob = blobOf(found);
  return {
    id: idOf(found),
    title: found.title,
    size: blob === null ? null : Number(blob.length),
    modified: found.lastModified ?? null,
    mayReplace: permissionsOn(found).length === 0 || may(found, 'WriteProperties'),
  };
}
