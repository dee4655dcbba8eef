/** This person's folders that are available without a connection, for pages; empty until they are read (running-offline.ts). */
import { createStore } from 'zustand/vanilla';
import type { CopyProgress } from './copy-folder.ts';
import type { OfflineFolder } from './offline-folder.ts';

export interface OfflineActions {
  readonly add: (folder: Pick<OfflineFolder, 'uid' | 'title' | 'path' | 'limit'>) => Promise<void>;
  /** The copy is deleted a little later, so that this can be undone. */
  readonly remove: (uid: string) => Promise<void>;
  readonly restore: (uid: string) => Promise<void>;
  readonly pause: (uid: string, paused: boolean) => Promise<void>;
  readonly refresh: (uid: string) => Promise<void>;
}

export interface OfflineState {
  readonly folders: readonly OfflineFolder[];
  /** The copy running now, in this tab or another. */
  readonly progress: ({ readonly uid: string } & CopyProgress) | null;
  /** Null if nobody is signed in, or only for this tab. */
  readonly actions: OfflineActions | null;
}

export const noOfflineFolders: OfflineState = { folders: [], progress: null, actions: null };

export const offlineFolders = createStore<OfflineState>(() => noOfflineFolders);
