/**
 * Named objects: what a folder and a bucket have in common.
 * Invariant: an object is visible under its name only when it is whole.
 */
import type { BlobContent } from '#server/core/kernel/ports.ts';

export interface StoredObject {
  /** Slashes divide it. */
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
}

export interface Objects {
  /** A local folder for bytes on their way to `put`. */
  readonly staging: string;
  /** Takes the file away: it is gone afterwards, whatever happens. */
  put(name: string, path: string): Promise<void>;
  head(name: string): Promise<StoredObject | undefined>;
  content(object: StoredObject): BlobContent;
  /** Those whose names begin like this, in no order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(name: string): Promise<void>;
}
