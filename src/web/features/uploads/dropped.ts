/** What a drop or a paste holds. Call in the event itself: afterwards the transfer is empty. */

export interface Dropped {
  readonly entries: readonly DroppedEntry[];
  /** Where the browser gives no entries. */
  readonly files: readonly File[];
}

export interface DroppedEntry {
  readonly entry: FileSystemEntry;
  /** Null where the browser keeps no handles. */
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
