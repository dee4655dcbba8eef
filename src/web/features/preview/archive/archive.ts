// An archive as its viewer shows it, and how much of one is read at most.

export interface ArchiveFile {
  /** With its folders, as the archive has it. */
  readonly path: string;
  readonly bytes: number;
  readonly modified: Date | null;
  readonly isEncrypted: boolean;
  /** @throws when the file is damaged, or packed in a way that browsers do not read */
  read(signal?: AbortSignal): Promise<Blob>;
}

export interface Archive {
  readonly files: readonly ArchiveFile[];
  /** Why files of the archive are missing here; null when all are there. */
  readonly left: 'tooLarge' | 'damaged' | null;
}

export const mostEntries = 50_000;
/** A single file goes through the memory of the page. */
export const mostFileBytes = 1_000_000_000;

/** It may be intact, but is too large to be read in a browser. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** What a file that is taken out is saved as: the end of its path, which may be anything. */
export function savedName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  // Control characters, and marks that reverse the direction of text, can hide how a name ends.
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_').trim();
  return /^\.*$/.test(clean) ? 'file' : clean;
}
