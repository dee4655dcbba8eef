/**
 * Files of documents: their addresses, and conversions. Addresses are the server's own, without credentials; pass them to
 * `useMediaUrl` or `downloadFile`, which add the sign-in.
 */
import type { BlobEntity } from '#wire/document.ts';
import { encodeSegment, xpathAddress } from './addresses.ts';
import { ownAddress } from './file-content.ts';
import { saveBlob } from './media.ts';
import { api, runningApi } from './start.ts';

export function blobAddress(blob: BlobEntity): string {
  return ownAddress(blob.data);
}

/** The address for viewing the file: the server's log distinguishes viewing from downloading. */
export function viewAddress(blob: BlobEntity): string {
  return withViewReason(blobAddress(blob));
}

/** The address marked as a request for viewing. */
export function withViewReason(address: string): string {
  const url = api().serves(address) ? URL.parse(address) : null;
  url?.searchParams.set('clientReason', 'view');
  return url?.href ?? address;
}

export function renditionAddress(uid: string, name: string, changeToken?: string | null): string {
  return api().address(`/id/${encodeSegment(uid)}/@rendition/${encodeSegment(name)}`, { changeToken });
}

/** The target of a conversion. */
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
  return api().address(`/id/${encodeSegment(uid)}/@blob/${xpathAddress(xpath)}/@convert`, {
    ...conversion,
    changeToken,
  });
}

/** Saves a file of the server to the disk, as a stream if the browser can. */
export function downloadFile(address: string, filename: string): Promise<void> {
  return runningApi().media.download(address, filename);
}

export function saveFile(blob: Blob, filename: string): void {
  saveBlob(blob, filename);
}
