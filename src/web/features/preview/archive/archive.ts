// An archive as its viewer shows it, and the bounds of what is read.

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
  /** Why there are more in the file than these; null when there are not. */
  readonly left: 'tooLarge' | 'damaged' | null;
}

export const mostEntries = 50_000;
/** A single file goes through the memory of the page. */
export const mostFileBytes = 1_000_000_000;

/** Whole as it may be, this is better read elsewhere. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** What a file that is taken out is saved as: the end of its path, which may be anything. */
export function savedName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  // Control characters and marks that turn the direction of reading hide what a name ends with.
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_').trim();
  return /^\.*$/.test(clean) ? 'file' : clean;
}
