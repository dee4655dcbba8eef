/** What lists need of files: where they and their pictures stand, and their bytes. More is in `blobs.ts`. */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { linkOf } from './document-context.ts';
import { api } from './start.ts';

/**
 * The same place under the server address of this app: behind a proxy the server may know itself by another
 * name, and some addresses begin at the server. Others (a storage elsewhere) stay as they are.
 */
export function ownAddress(address: string): string {
  const { server } = api();
  const url = URL.parse(address, `${server}/`);
  if (url === null) return address;
  const found = /\/(?:nxfile|api\/v1)\/.*$/.exec(url.pathname);
  return found === null ? url.href : `${server}${found[0]}${url.search}`;
}

export function thumbnailAddress(document: DocumentEntity): string | null {
  const address = linkOf(document, 'thumbnail');
  return address === null ? null : ownAddress(address);
}

/** Conversions run programs and may queue. */
export const conversionMs = 180_000;

/** The bytes, for viewers that draw by themselves (PDF, text, CSV). */
export function fileContent(address: string) {
  return queryOptions({
    queryKey: ['files', address],
    queryFn: ({ signal }) =>
      api().fetchBlob(address, { signal, timeout: conversionMs, headers: { Accept: '*/*' } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
