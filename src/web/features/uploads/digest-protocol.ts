/** What the page and the worker that works out digests say to each other. */

export interface DigestRequest {
  readonly id: number;
  readonly file: Blob;
}

export interface DigestAnswer {
  readonly id: number;
  /** Null: the file could not be read. */
  readonly digest: string | null;
}
