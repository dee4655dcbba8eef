import type { DocumentRow } from './model.ts';

/**
 * It names another place than it should, or lacks one of its own; its own place is found below another; it is found in
 * another folder than it lies in; nothing uses the place.
 */
export type Misplacement = 'place' | 'chain' | 'folder' | 'unused';

/** A document whose parents do not lead to the root: the one with the wrong parent, and the right one where that is known. */
export interface Stray {
  readonly id: string;
  readonly parent: string | undefined;
}

/**
 * What of a document is inherited stands in places (path, read rights, trash): whether each document names the right
 * one. The stores keep that by themselves; this is for the check of a repository.
 */
export interface PlaceStore {
  /**
   * Ids of documents and versions that name a place which is not there or not theirs, that need one of their own and have
   * none, or that have no parent; and, of places that belong to nothing, the ids that they name.
   */
  misplaced(repository: string): AsyncIterable<string>;
  /** A document of the repository that was removed with a large tree and is still stored. */
  removed(repository: string): Promise<string | undefined>;
  /** Versions whose document is gone. */
  versionsLeft(repository: string): AsyncIterable<DocumentRow>;
  misplacement(documentId: string): Promise<Misplacement | undefined>;
  /** Above the document, or it itself. Undefined when its parents lead to the root. */
  stray(documentId: string): Promise<Stray | undefined>;
  putInto(documentId: string, parent: string): Promise<void>;
  /** Gives the document, what it lies in first, the place that it takes; what belongs to nothing goes. */
  settle(documentId: string): Promise<void>;
}
