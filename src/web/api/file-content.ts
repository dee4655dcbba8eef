/** What lists need of files: addresses of files and pictures, and bytes. More in `blobs.ts`. */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { linkOf } from './document-context.ts';
import { api } from './start.ts';

/**
 * The same resource under this app's server address: behind a proxy the server may know itself by another name, and some
 * addresses are relative to the server. Other addresses (a storage elsewhere) are returned as they are.
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

/** Conversions run programs and may have to queue. */
export const conversionMs = 180_000;

/** The bytes, for viewers that render them themselves (PDF, text, CSV). */
export function fileContent(address: string) {
  return queryOptions({
    queryKey: ['files', address],
    queryFn: ({ signal }) =>
      api().fetchBlob(address, { signal, timeout: conversionMs, headers: { Accept: '*/*' } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
