/** Whose folders are here without a line, and where they lie. */
import type { Session } from '../session.ts';
import { storageName } from '../session-storage.ts';
import { createOfflineStorage } from './offline-storage.ts';

export const offlineStorage = createOfflineStorage('muniment-offline');

export interface SignedIn {
  /** Base address. */
  readonly server: string;
  readonly session: Pick<Session, 'getState'>;
}

/** Undefined while nobody is signed in, or somebody for as long as this tab is open: others use this device too. */
export function ownerOf({ server, session }: SignedIn): string | undefined {
  const state = session.getState();
  if (state.status === 'signed-out' || !state.keep) return undefined;
  return `${storageName(server)}:${state.username}`;
}
