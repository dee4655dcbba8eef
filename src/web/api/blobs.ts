/**
 * Files of documents: where they stand, and what they can be turned into. Addresses are the server's own, without
 * credentials; hand them to `useMediaUrl` or `downloadFile`, which take care of the sign-in.
 */
import type { BlobEntity } from '#wire/document.ts';
import { segment, xpathAddress } from './addresses.ts';
import { ownAddress } from './file-content.ts';
import { saveBlob } from './media.ts';
import { api, runningApi } from './start.ts';

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

/** Saves a file of the server to the disk, streaming where the browser can. */
export function downloadFile(address: string, filename: string): Promise<void> {
  return runningApi().media.download(address, filename);
}

export function saveFile(blob: Blob, filename: string): void {
  saveBlob(blob, filename);
}
