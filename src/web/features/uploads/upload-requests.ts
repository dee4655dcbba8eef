/**
 * What other pages ask of the uploads before these are loaded: files dropped on a folder, a picker opened for one.
 * Invariant: a drop is taken in its own event, for afterwards the transfer is empty.
 */
import { create } from 'zustand';
import { type Dropped, takeDrop } from './dropped.ts';
import type { Purpose, UploadTarget } from './upload-item.ts';

export interface UploadPlace extends UploadTarget {
  /** A document of its own where it is left out. */
  readonly purpose?: Purpose;
  /** False where one may only read: what is dropped there is refused at once. */
  readonly mayAdd: boolean;
}

/** In a list, where one may have meant the document or the folder that it lies in. */
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
      /** The person writes what they are before any of them is filed. */
      readonly withDetails?: boolean;
    };

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

export function dropFiles(target: UploadPlace, transfer: DataTransfer): void {
  addDropped(target, takeDrop(transfer));
}

export function addDropped(target: UploadPlace, dropped: Dropped): void {
  ask({ kind: 'drop', dropped, target });
}

export function dropOnDocument(document: DropOnDocument['document'], transfer: DataTransfer): void {
  ask({ kind: 'drop-on-document', dropped: takeDrop(transfer), document });
}

/** Without a target, for uploads that were interrupted. */
export function pickFiles(target: UploadPlace | null, what: 'files' | 'folder', withDetails?: boolean): void {
  ask({ kind: 'pick', what, target, withDetails });
}
