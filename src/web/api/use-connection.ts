/** Whether the server answers, as React sees it. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ConnectionState } from './connection.ts';
import { runningApi } from './start.ts';

export function useConnection(): ConnectionState {
  const { connection } = runningApi();
  return useSyncExternalStore(connection.subscribe, connection.getState);
}

/**
 * While the server does not answer: why a control does nothing that only brings something from there (a file, a table, a
 * result), or must ask before anything can be chosen. What changes something is not refused: it waits.
 */
export function useAwayReason(): string | undefined {
  const { status } = useConnection();
  const { t } = useTranslation('ui');
  return status === 'connected' ? undefined : t('unanswered');
}
