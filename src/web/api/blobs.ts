/**
 * Files of documents: where they stand, and what they can be turned into. Addresses are the server's own, without
 * credentials; hand them to `useMediaUrl` or `downloadFile`, which take care of the sign-in.
 */
import { queryOptions } from '@tanstack/react-query';
import type { BlobEntity, DocumentEntity } from '#wire/document.ts';
import { segment, xpathAddress } from './addresses.ts';
import { linkOf } from './document-context.ts';
import { saveBlob } from './media.ts';
import { api, runningApi } from './start.ts';

/**
 * The same place under the server address of this app: behind a proxy the server may know itself by another
 * name, and some addresses begin at the server. Others (a storage elsewhere) stay as they are.
 */
export function ownAddress(address: string): string {
  const { server } = api();
  const url = URL.parse(address, `${server}/`);
  if (url === null) return address;
  const place = /\/(?:nxfile|api\/v1)\/.*$/.exec(url.pathname);
  return place === null ? url.href : `${server}${place[0]}${url.search}`;
}

export function thumbnailAddress(document: DocumentEntity): string | null {
  const address = linkOf(document, 'thumbnail');
  return address === null ? null : ownAddress(address);
}

export function blobAddress(blob: BlobEntity): string {
  return ownAddress(blob.data);
}

/** The same file, to be looked at: the server's log keeps that apart from taking it away. */
export function viewAddress(blob: BlobEntity): string {
  return lookedAt(blobAddress(blob));
}

/** What stands at an address, as something to be looked at. */
export function lookedAt(address: string): string {
  const url = api().serves(address) ? URL.parse(address) : null;
  url?.searchParams.set('clientReason', 'view');
  return url?.href ?? address;
}

export function renditionAddress(uid: string, name: string, changeToken?: string | null): string {
  return api().address(`/id/${segment(uid)}/@rendition/${segment(name)}`, { changeToken });
}

/** What a file is to become. */
export type Conversion =
  | { readonly type: string }
  | { readonly format: string }
  | { readonly converter: string };

export function conversionAddress(
  uid: string,
  conversion: Conversion,
  xpath = 'file:content',
  changeToken?: string | null,
): string {
  return api().address(`/id/${segment(uid)}/@blob/${xpathAddress(xpath)}/@convert`, {
    ...conversion,
    changeToken,
  });
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

/** Saves a file of the server to the disk, streaming where the browser can. */
export function downloadFile(address: string, filename: string): Promise<void> {
  return runningApi().media.download(address, filename);
}

export function saveFile(blob: Blob, filename: string): void {
  saveBlob(blob, filename);
}
