/** The content of a drop or a paste. Call within the event: afterwards the transfer is empty. */

export interface Dropped {
  readonly entries: readonly DroppedEntry[];
  /** For browsers that give no entries. */
  readonly files: readonly File[];
}

export interface DroppedEntry {
  readonly entry: FileSystemEntry;
  /** Null if the browser has no handles. */
  readonly handle: Promise<FileSystemHandle | null>;
}

export function takeDrop({ items, files }: DataTransfer): Dropped {
  const entries = [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    if (entry === null) return [];
    const handle = item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null);
    return [{ entry, handle }];
  });
  return { entries, files: entries.length === 0 ? [...files] : [] };
}
