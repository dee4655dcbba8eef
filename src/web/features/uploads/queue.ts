/**
 * The lines of the queue in their order, the sources of their bytes, and both pictures of them: the store that
 * screens read, redrawn a few times a second at most, and the one on disk.
 * Invariant: a line is replaced, never changed; what is settled or removed is no longer on disk.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FileSource } from './file-source.ts';
import type { KeptUpload, QueueStorage } from './queue-storage.ts';
import { isSettled, type UploadItem } from './upload-item.ts';

export interface UploadState {
  readonly items: ReadonlyMap<string, UploadItem>;
  readonly pausedAll: boolean;
  /** Folders are still being read; more lines will come. */
  readonly reading: boolean;
  /** Files of the system's own that were left out. */
  readonly junk: number;
  /** Bytes per second. */
  readonly speed: number;
}

export interface Queue {
  readonly store: StoreApi<UploadState>;
  readonly items: ReadonlyMap<string, UploadItem>;
  readonly sourceOf: (id: string) => FileSource | undefined;
  readonly add: (lines: readonly { readonly item: UploadItem; readonly source: FileSource }[]) => void;
  readonly attach: (id: string, source: FileSource) => void;
  readonly patch: (id: string, change: Partial<UploadItem>) => void;
  readonly remove: (ids: readonly string[]) => void;
  /** Resolves when the line is on disk as it is now. */
  readonly save: (id: string) => Promise<void>;
  readonly set: (change: Partial<Omit<UploadState, 'items'>>) => void;
}

export interface QueueOptions {
  readonly storage: QueueStorage;
  readonly owner: string;
  readonly tab: string;
}

const redrawMs = 100;
const keptFields = ['batchId', 'decision', 'name'] as const satisfies readonly (keyof UploadItem)[];
const noSource: FileSource = { file: null, handle: null, root: null };

export function createQueue({ storage, owner, tab }: QueueOptions): Queue {
  const items = new Map<string, UploadItem>();
  const sources = new Map<string, FileSource>();
  const store = createStore<UploadState>(() => ({
    items: new Map(),
    pausedAll: false,
    reading: false,
    junk: 0,
    speed: 0,
  }));
  let redraw: ReturnType<typeof setTimeout> | undefined;

  const changed = (): void => {
    if (redraw !== undefined) return;
    redraw = setTimeout(() => {
      redraw = undefined;
      store.setState({ items: new Map(items) });
    }, redrawMs);
  };

  const kept = (item: UploadItem): KeptUpload => {
    const { handle, root } = sources.get(item.id) ?? noSource;
    return { id: item.id, owner, tab, item, handle, root };
  };

  const save = async (id: string): Promise<void> => {
    const item = items.get(id);
    if (item !== undefined) await storage.put([kept(item)]);
  };

  return {
    store,
    items,
    sourceOf: (id) => sources.get(id),
    add: (lines) => {
      for (const { item, source } of lines) {
        items.set(item.id, item);
        sources.set(item.id, source);
      }
      void storage.put(lines.map(({ item }) => kept(item)));
      changed();
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
        // Let go of the file: thousands of finished lines cost next to nothing.
        sources.delete(id);
        void storage.remove([id]);
      } else if (keptFields.some((field) => before[field] !== after[field])) void save(id);
    },
    remove: (ids) => {
      for (const id of ids) {
        items.delete(id);
        sources.delete(id);
      }
      void storage.remove(ids);
      changed();
    },
    save,
    set: (change) => store.setState(change),
  };
}
