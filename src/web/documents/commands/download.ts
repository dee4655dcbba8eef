/** Downloads files: one from its own address, several as one archive made by the server. */
import { encodeSegment } from '#web/api/addresses.ts';
import { blobAddress, downloadFile, renditionAddress, saveFile } from '#web/api/blobs.ts';
import { blobOf, isFolderish } from '#web/api/document-context.ts';
import { fetchDocument } from '#web/api/documents.ts';
import { runOperation } from '#web/api/operations.ts';
import { startWork } from '#web/frame/running-work.ts';
import type { Words } from '../changes/in-steps.ts';
import { nameOf } from '../kind-word.ts';
import { diskName, savedName } from '../saved-name.ts';
import type { StoredDocument } from '../stored-document.ts';

export function isDownloadable(document: StoredDocument): boolean {
  return isFolderish(document) || blobOf(document) !== null;
}

export async function downloadDocuments(
  documents: readonly StoredDocument[],
  { t, format }: Words,
): Promise<void> {
  const [only] = documents;
  if (only !== undefined && documents.length === 1) return downloadOne(only);
  const count = documents.length;
  const work = startWork(t('download.packing', { count, number: format.count(count) }));
  try {
    const folder = await folderName(documents, work.signal);
    const filename = `${folder ?? t('download.archive')}.zip`;
    const input = { kind: 'documents', uids: documents.map(({ uid }) => uid) } as const;
    const call = { id: 'Blob.BulkDownload', input, params: { filename, byTitle: true } };
    const { result } = await runOperation(call, work.signal);
    if (result.kind === 'blob') saveFile(result.file.blob, result.file.filename || filename);
    work.end();
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    work.end(work.signal.aborted ? undefined : { text: t('download.failed', { reason }) });
  }
}

async function downloadOne(document: StoredDocument): Promise<void> {
  const blob = blobOf(document);
  if (blob !== null) return downloadFile(blobAddress(blob), savedName(document, blob));
  // This rendition keeps folders as folders; the one for other formats has an XML file beside each document.
  return downloadFile(
    renditionAddress(document.uid, 'containerDefaultRendition'),
    `${diskName(nameOf(document))}.zip`,
  );
}

/** Title of the folder that all of them are in. Undefined if they are in several, or it may not be read. */
async function folderName(
  documents: readonly StoredDocument[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const [folder, ...others] = new Set(documents.map(({ parentRef }) => parentRef));
  if (typeof folder !== 'string' || others.length > 0) return undefined;
  const title = await fetchDocument(`/id/${encodeSegment(folder)}`, {}, signal).then(
    (found) => found.title,
    () => '',
  );
  return title === '' ? undefined : diskName(title);
}
