/** The owner of the copied folders: server and person. */
import type { Session } from '../session.ts';
import { storageName } from '../session-storage.ts';
import { createOfflineStorage } from './offline-storage.ts';

export const offlineStorage = createOfflineStorage('muniment-offline');

export interface SignedIn {
  /** Base address. */
  readonly server: string;
  readonly session: Pick<Session, 'getState'>;
}

/** Undefined if nobody is signed in, or only for this tab: other people use this device too. */
export function ownerOf({ server, session }: SignedIn): string | undefined {
  const state = session.getState();
  if (state.status === 'signed-out' || !state.keep) return undefined;
  return `${storageName(server)}:${state.username}`;
}
