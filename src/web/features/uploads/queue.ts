/**
 * The lines of the queue in order, the sources of their bytes, and two copies of them: the store for the screen, updated a
 * few times a second at most, and the one on disk.
 * Invariant: a line is replaced and never changed; settled, refused and removed lines are not on disk.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type FileSource, noSource } from './file-source.ts';
import type { QueueStorage, StoredBytes, StoredUpload } from './queue-storage.ts';
import type { Shortage } from './room.ts';
import { isRefused, isSettled, type ProblemKind, type UploadItem } from './upload-item.ts';

export interface UploadState {
  readonly items: ReadonlyMap<string, UploadItem>;
  /** New lines wait for the person. */
  readonly pausedAll: boolean;
  /** The reason why no line is started now. */
  readonly held: ProblemKind | null;
  /** Folders are still being read; more lines will follow. */
  readonly reading: boolean;
  /** Number of the operating system's own files that were left out. */
  readonly junk: number;
  /** The last drop needs more room than there is; these lines wait for the person. */
  readonly shortage: (Shortage & { readonly ids: readonly string[] }) | null;
  /** The form for details is open. */
  readonly describing: boolean;
  /** Titles of the other tabs that send some of the lines. */
  readonly otherTabs: readonly string[];
}

export interface Queue {
  readonly store: StoreApi<UploadState>;
  readonly items: ReadonlyMap<string, UploadItem>;
  readonly sourceOf: (id: string) => FileSource;
  /** Resolves when the lines are on disk. */
  readonly add: (
    lines: readonly { readonly item: UploadItem; readonly source: FileSource }[],
  ) => Promise<void>;
  /** Stores the bytes of these lines on disk, too, as far as there is room. */
  readonly keepBytes: (ids: readonly string[]) => Promise<void>;
  readonly attach: (id: string, source: FileSource) => void;
  readonly patch: (id: string, change: Partial<UploadItem>) => void;
  readonly remove: (ids: readonly string[]) => void;
  /** Resolves when the lines are on disk as the other tab's. */
  readonly handOver: (ids: readonly string[], tab: string) => Promise<void>;
  /** Resolves when the line's current state is on disk. */
  readonly save: (id: string) => Promise<void>;
  readonly set: (change: Partial<Omit<UploadState, 'items'>>) => void;
}

export interface QueueOptions {
  readonly storage: QueueStorage;
  readonly owner: string;
  readonly tab: string;
  /** Calls back a little later: the screen need not show each byte. */
  readonly soon: (redraw: () => void) => void;
}

/** The most bytes stored while the server does not answer. Browsers allow more, but the disk is the person's. */
export const mostBytesStored = 200_000_000;

const storedFields = [
  'slot',
  'decision',
  'sameDecision',
  'details',
  'name',
] as const satisfies readonly (keyof UploadItem)[];

export function createQueue({ storage, owner, tab, soon }: QueueOptions): Queue {
  const items = new Map<string, UploadItem>();
  const sources = new Map<string, FileSource>();
  const withBytes = new Map<string, number>();
  const store = createStore<UploadState>(() => ({
    items: new Map(),
    pausedAll: false,
    held: null,
    reading: false,
    junk: 0,
    shortage: null,
    describing: false,
    otherTabs: [],
  }));
  let isDrawn = true;

  const changed = (): void => {
    if (!isDrawn) return;
    isDrawn = false;
    soon(() => {
      isDrawn = true;
      store.setState({ items: new Map(items) });
    });
  };

  const storedPart = (item: UploadItem): StoredUpload => {
    const { root, path } = sources.get(item.id) ?? noSource;
    return { id: item.id, owner, tab, item, root, path };
  };

  const forget = (ids: readonly string[]): void => {
    for (const id of ids) {
      items.delete(id);
      sources.delete(id);
      withBytes.delete(id);
    }
    changed();
  };

  const save = async (id: string): Promise<void> => {
    const item = items.get(id);
    if (item !== undefined) await storage.put([storedPart(item)]);
  };

  return {
    store,
    items,
    sourceOf: (id) => sources.get(id) ?? noSource,
    add: (lines) => {
      for (const { item, source } of lines) {
        items.set(item.id, item);
        sources.set(item.id, source);
      }
      changed();
      return storage.put(lines.map(({ item }) => storedPart(item)));
    },
    keepBytes: (ids) => {
      let left = mostBytesStored - [...withBytes.values()].reduce((sum, size) => sum + size, 0);
      const added: StoredBytes[] = [];
      for (const id of ids) {
        const item = items.get(id);
        const file = sources.get(id)?.file ?? null;
        if (item === undefined || file === null || withBytes.has(id) || item.size > left) continue;
        left -= item.size;
        withBytes.set(id, item.size);
        added.push({ id, file });
      }
      return storage.putBytes(added);
    },
    attach: (id, source) => {
      sources.set(id, source);
      void save(id);
    },
    patch: (id, change) => {
      const before = items.get(id);
      if (before === undefined) return;
      const after = { ...before, ...change };
      items.set(id, after);
      changed();
      if (isSettled(after)) {
        // Release the file, so that thousands of finished lines take almost no memory.
        sources.delete(id);
        withBytes.delete(id);
        storage.removeSoon(id);
      } else if (isRefused(after)) {
        // It can be retried only here; another visit, which may begin now, must not find it.
        withBytes.delete(id);
        void storage.remove([id]);
      } else if (storedFields.some((field) => before[field] !== after[field]))
        storage.putSoon(storedPart(after));
    },
    remove: (ids) => {
      forget(ids);
      void storage.remove(ids);
    },
    handOver: (ids, to) => {
      const lines = ids.flatMap((id) => {
        const item = items.get(id);
        // A shared batch stays with this tab, so the other one sends the file again.
        const isShared = item?.slot?.shared === true;
        return item === undefined
          ? []
          : [{ ...storedPart(isShared ? { ...item, slot: null, sent: 0 } : item), tab: to }];
      });
      forget(ids);
      return storage.put(lines);
    },
    save,
    set: (change) => store.setState(change),
  };
}
