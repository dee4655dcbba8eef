/** The folders of this person that are here without a line, as pages see them; empty until they are read (running-offline.ts). */
import { createStore } from 'zustand/vanilla';
import type { CopyProgress } from './copy-folder.ts';
import type { OfflineFolder } from './offline-folder.ts';

export interface OfflineActions {
  readonly add: (folder: Pick<OfflineFolder, 'uid' | 'title' | 'path' | 'limit'>) => Promise<void>;
  /** What is here of it goes a little later, so that it can be undone. */
  readonly remove: (uid: string) => Promise<void>;
  readonly restore: (uid: string) => Promise<void>;
  readonly pause: (uid: string, paused: boolean) => Promise<void>;
  readonly refresh: (uid: string) => Promise<void>;
}

export interface OfflineState {
  readonly folders: readonly OfflineFolder[];
  /** What is on its way just now, in this tab or another. */
  readonly progress: ({ readonly uid: string } & CopyProgress) | null;
  /** Null while nobody is signed in for longer than this tab. */
  readonly actions: OfflineActions | null;
}

export const noOfflineFolders: OfflineState = { folders: [], progress: null, actions: null };

export const offlineFolders = createStore<OfflineState>(() => noOfflineFolders);
