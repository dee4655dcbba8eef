/** The session as React state. */
import { useSyncExternalStore } from 'react';
import type { SessionState } from '#web/api/session.ts';
import { runningApi } from '#web/api/start.ts';

export function useSession(): SessionState {
  const { session } = runningApi();
  return useSyncExternalStore(session.subscribe, session.getState);
}
