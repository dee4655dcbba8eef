// What a viewer is given of a file.
export interface ViewerFile {
  readonly uid: string;
  readonly name: string;
  readonly mediaType: string;
  /** Where the bytes to show stand: the file's own, or those of what it was turned into. */
  readonly address: string;
  /** How many; null when they are made on the way. */
  readonly bytes: number | null;
  /** A film: where the server makes one of it that this browser plays. */
  readonly playable?: string;
  /** The file itself, for saving. */
  readonly download: string;
}
