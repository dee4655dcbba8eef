/** What the page and the worker that works out digests say to each other. */

/** Of a file on the disk a browser asks anew for each look at its size, and the page waits: small ones are read once. */
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
  /** Of a small file, so that nobody reads it again. */
  readonly read?: ReadFile | undefined;
}
