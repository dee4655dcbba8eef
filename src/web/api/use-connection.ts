/** Whether the server answers, as React sees it. */
import { useSyncExternalStore } from 'react';
import type { ConnectionState } from './connection.ts';
import { runningApi } from './start.ts';

export function useConnection(): ConnectionState {
  const { connection } = runningApi();
  return useSyncExternalStore(connection.subscribe, connection.getState);
}
