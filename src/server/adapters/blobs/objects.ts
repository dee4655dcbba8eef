/**
 * Named objects: a common interface for a folder and a bucket.
 * Invariant: an object is visible under its name only when it is complete.
 */
import type { BlobContent } from '#server/core/kernel/ports.ts';

export interface StoredObject {
  /** With slashes between parts. */
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
}

export interface Objects {
  /** A local folder for files that are going to be `put`. */
  readonly staging: string;
  /** Takes the file at `path`: it is gone afterwards, also after a failure. */
  put(name: string, path: string): Promise<void>;
  head(name: string): Promise<StoredObject | undefined>;
  content(object: StoredObject): BlobContent;
  /** Objects whose names begin with the prefix, in no order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(name: string): Promise<void>;
}
