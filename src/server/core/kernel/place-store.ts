import type { DocumentRow } from './model.ts';

/**
 * What is wrong with a document's place: it names the wrong place, or lacks one of its own (`place`); its own place has
 * the wrong ancestors (`chain`); it is listed in another folder than its parent (`folder`); nothing uses the place
 * (`unused`).
 */
export type Misplacement = 'place' | 'chain' | 'folder' | 'unused';

/** A document whose ancestors do not lead to the root: the one with the wrong parent, and the right one if known. */
export interface Stray {
  readonly id: string;
  readonly parent: string | undefined;
}

/**
 * Checks `places`, where inherited values stand (path, read rights, trash): whether each document names the right place.
 * The stores keep that right by themselves; this is for the check of a repository.
 */
export interface PlaceStore {
  /**
   * Ids of documents and versions that name a place that is missing or not theirs, that need a place of their own and have
   * none, or that have no parent; and the ids named by places that belong to no document.
   */
  misplaced(repository: string): AsyncIterable<string>;
  /** The id of a document of the repository that was removed with a large tree and whose row is still stored. */
  removed(repository: string): Promise<string | undefined>;
  /** Versions whose document is gone. */
  versionsLeft(repository: string): AsyncIterable<DocumentRow>;
  misplacement(documentId: string): Promise<Misplacement | undefined>;
  /** The document itself or an ancestor. Undefined when its ancestors lead to the root. */
  stray(documentId: string): Promise<Stray | undefined>;
  putInto(documentId: string, parent: string): Promise<void>;
  /** Gives the document its right place, after its ancestors; removes places that belong to no document. */
  settle(documentId: string): Promise<void>;
}
