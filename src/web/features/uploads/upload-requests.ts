/**
 * What other pages ask of the uploads before these are loaded: files dropped on a folder, a picker opened for one.
 * Invariant: a drop is taken in its own event, for afterwards the transfer is empty.
 */
import { create } from 'zustand';
import { type Dropped, takeDrop } from './dropped.ts';
import type { UploadTarget } from './upload-item.ts';

type UploadRequest =
  | { readonly kind: 'drop'; readonly dropped: Dropped; readonly target: UploadTarget }
  | { readonly kind: 'pick'; readonly what: 'files' | 'folder'; readonly target: UploadTarget | null };

export const useUploadRequests = create<{ readonly requests: readonly UploadRequest[] }>(() => ({
  requests: [],
}));

function ask(request: UploadRequest): void {
  useUploadRequests.setState(({ requests }) => ({ requests: [...requests, request] }));
}

/** In their order; they are asked for no more. */
export function takeRequests(): readonly UploadRequest[] {
  const { requests } = useUploadRequests.getState();
  useUploadRequests.setState({ requests: [] });
  return requests;
}

export function dropFiles(target: UploadTarget, transfer: DataTransfer): void {
  ask({ kind: 'drop', dropped: takeDrop(transfer), target });
}

/** Without a target, for uploads that were interrupted. */
export function pickFiles(target: UploadTarget | null, what: 'files' | 'folder'): void {
  ask({ kind: 'pick', what, target });
}
