/** The messages between the page and the worker that computes digests. */

/**
 * Files up to this size are read once: each access to the size of a file makes the browser ask the disk again, while the
 * page waits.
 */
export const readWhole = 1_000_000;

/** The content and date of a file when it was read. */
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
  /** Null if the file could not be read. */
  readonly digest: string | null;
  /** The content of a small file, so that it need not be read again. */
  readonly read?: ReadFile | undefined;
}
