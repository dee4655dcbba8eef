/**
 * Requests of other pages to the uploads before these are loaded: files dropped on a folder, a picker to open.
 * Invariant: a drop is read within its own event, since the transfer is empty afterwards.
 */
import { create } from 'zustand';
import { type Dropped, takeDrop } from './dropped.ts';
import type { Purpose, UploadTarget } from './upload-item.ts';

export interface UploadPlace extends UploadTarget {
  /** `document` if it is left out. */
  readonly purpose?: Purpose;
  /** False if the folder may only be read: a drop there is refused at once. */
  readonly mayAdd: boolean;
}

/** A drop on a document in a list, which may have been meant for the document or for its folder. */
export interface DropOnDocument {
  readonly dropped: Dropped;
  readonly document: { readonly uid: string; readonly title: string; readonly parentRef: string | null };
}

type UploadRequest =
  | { readonly kind: 'drop'; readonly dropped: Dropped; readonly target: UploadPlace }
  | ({ readonly kind: 'drop-on-document' } & DropOnDocument)
  | {
      readonly kind: 'pick';
      readonly what: 'files' | 'folder';
      readonly target: UploadPlace | null;
      /** Opens the form for details before any of the files becomes a document. */
      readonly withDetails?: boolean;
    };

export const useUploadRequests = create<{ readonly requests: readonly UploadRequest[] }>(() => ({
  requests: [],
}));

function ask(request: UploadRequest): void {
  useUploadRequests.setState(({ requests }) => ({ requests: [...requests, request] }));
}

/** Returns the requests in order, and removes them. */
export function takeRequests(): readonly UploadRequest[] {
  const { requests } = useUploadRequests.getState();
  useUploadRequests.setState({ requests: [] });
  return requests;
}

export function dropFiles(target: UploadPlace, transfer: DataTransfer): void {
  addDropped(target, takeDrop(transfer));
}

export function addDropped(target: UploadPlace, dropped: Dropped): void {
  ask({ kind: 'drop', dropped, target });
}

export function dropOnDocument(document: DropOnDocument['document'], transfer: DataTransfer): void {
  ask({ kind: 'drop-on-document', dropped: takeDrop(transfer), document });
}

/** Opens a picker. `target` null: for interrupted uploads. */
export function pickFiles(target: UploadPlace | null, what: 'files' | 'folder', withDetails?: boolean): void {
  ask({ kind: 'pick', what, target, withDetails });
}
