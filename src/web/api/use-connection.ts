/** Whether the server answers, as React hooks. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ConnectionState } from './connection.ts';
import { runningApi } from './start.ts';

export function useConnection(): ConnectionState {
  const { connection } = runningApi();
  return useSyncExternalStore(connection.subscribe, connection.getState);
}

/**
 * While the server does not answer: the reason to disable a control that only gets something from it (a file, a table, a result),
 * or needs it before anything can be chosen. Changes are not disabled: they wait.
 */
export function useAwayReason(): string | undefined {
  const { status } = useConnection();
  const { t } = useTranslation('ui');
  return status === 'connected' ? undefined : t('unanswered');
}
