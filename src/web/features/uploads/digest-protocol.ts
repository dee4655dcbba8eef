/** What the page and the worker that works out digests say to each other. */

/**
 * Files up to this size are read once: each look at the size of a file makes the browser ask the disk again, while the page
 * waits.
 */
export const readWhole = 1_000_000;

/** A file as it was when it was read. */
export interface ReadFile {
  readonly bytes: ArrayBuffer;
  readonly lastModified: number;
}

export interface DigestRequest {
  readonly id: number;
  readonly file: Blob;
}

export interface DigestAnswer {
  readonly id: number;
  /** Null: the file could not be read. */
  readonly digest: string | null;
  /** The content of a small file, so that nobody reads it again. */
  readonly read?: ReadFile | undefined;
}
