// An archive as its viewer shows it, and the limits of what is read.

export interface ArchiveFile {
  /** Its path in the archive. */
  readonly path: string;
  readonly bytes: number;
  readonly modified: Date | null;
  readonly isEncrypted: boolean;
  /** @throws if the file is damaged, or compressed in a way that browsers cannot read */
  read(signal?: AbortSignal): Promise<Blob>;
}

export interface Archive {
  readonly files: readonly ArchiveFile[];
  /** Why files are missing from the list; null if all are in it. */
  readonly left: 'tooLarge' | 'damaged' | null;
}

export const mostEntries = 50_000;
/** A single file must fit into the page's memory. */
export const mostFileBytes = 1_000_000_000;

/** Thrown for an archive that is perhaps intact, but too large to be read in a browser. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The name for a saved file: the last step of its path, which the archive's author may have chosen to do harm. */
export function savedName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  // Control characters, and marks that reverse the direction of text, can hide a name's extension.
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_').trim();
  return /^\.*$/.test(clean) ? 'file' : clean;
}
