/** Blob properties as the interface returns them, with their download addresses. */
import type { BlobValue, DocumentRow } from '#server/core/kernel/model.ts';
import type { BlobEntity } from '#wire/document.ts';
import { changeToken } from './change-token.ts';

export function presentBlob(baseUrl: string, row: DocumentRow, xpath: string, blob: BlobValue): BlobEntity {
  const url = downloadUrl(baseUrl, row, xpath, blob.name);
  return {
    name: blob.name,
    'mime-type': blob['mime-type'],
    encoding: blob.encoding,
    digestAlgorithm: blob.digestAlgorithm,
    digest: blob.digest,
    length: String(blob.length),
    data: url,
    blobUrl: url,
  };
}

export function downloadUrl(
  baseUrl: string,
  row: DocumentRow,
  xpath: string,
  filename: string | null,
): string {
  const name = filename?.split(/[/\\]/).at(-1);
  const tail = name ? `/${encodeURIComponent(name.toWellFormed())}` : '';
  return `${baseUrl}/nxfile/${encodeURIComponent(row.repository)}/${row.id}/${xpath}${tail}?changeToken=${changeToken(row)}`;
}
