/**
 * What other pages ask of the uploads before these are loaded: files dropped on a folder, a picker opened for one.
 * Invariant: a drop is read in its own event, for afterwards the transfer is empty.
 */
import { create } from 'zustand';
import { type Reading, readDrop } from './read-drop.ts';
import type { UploadTarget } from './upload-item.ts';

type UploadRequest =
  | { readonly kind: 'drop'; readonly reading: AsyncIterable<Reading>; readonly target: UploadTarget }
  | { readonly kind: 'pick'; readonly what: 'files' | 'folder'; readonly target: UploadTarget };

export const useUploadRequests = create<{ readonly request: UploadRequest | null }>(() => ({
  request: null,
}));

export function dropFiles(target: UploadTarget, transfer: DataTransfer): void {
  useUploadRequests.setState({ request: { kind: 'drop', reading: readDrop(transfer), target } });
}

export function pickFiles(target: UploadTarget, what: 'files' | 'folder'): void {
  useUploadRequests.setState({ request: { kind: 'pick', what, target } });
}
