/** Saving files to the disk: one by its own address, several as one archive that the server makes. */
import type { QueryClient } from '@tanstack/react-query';
import { blobAddress, downloadFile, renditionAddress, saveFile } from '#web/api/blobs.ts';
import { blobOf, isFolderish } from '#web/api/document-context.ts';
import { runOperation } from '#web/api/operations.ts';
import { shownName } from '../kind-word.ts';
import type { StoredDocument } from '../stored-document.ts';

export function isDownloadable(document: StoredDocument): boolean {
  return isFolderish(document) || blobOf(document) !== null;
}

export async function downloadDocuments(
  client: QueryClient,
  documents: readonly StoredDocument[],
  archive: string,
): Promise<void> {
  const [only] = documents;
  if (only !== undefined && documents.length === 1) return downloadOne(only);
  const { result } = await client.fetchQuery({
    queryKey: ['downloads', documents.map(({ uid }) => uid)],
    queryFn: ({ signal }) =>
      runOperation(
        {
          id: 'Blob.BulkDownload',
          input: { kind: 'documents', uids: documents.map(({ uid }) => uid) },
          params: { filename: `${archive}.zip` },
        },
        signal,
      ),
    staleTime: 0,
    gcTime: 0,
  });
  if (result.kind === 'blob') saveFile(result.file.blob, result.file.filename || `${archive}.zip`);
}

async function downloadOne(document: StoredDocument): Promise<void> {
  const blob = blobOf(document);
  if (blob !== null) return downloadFile(blobAddress(blob), blob.name ?? shownName(document));
  // Folders as folders; what the list of other formats calls an archive holds an XML file beside each document.
  return downloadFile(renditionAddress(document.uid, 'containerDefaultRendition'), `${document.title}.zip`);
}
