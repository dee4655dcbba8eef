// The text for an entry of the audit trail. An event known only to an organisation's own operations is shown by its name.
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { LogEntryEntity } from '#wire/activity.ts';

export function useEventWords(): (entry: Pick<LogEntryEntity, 'eventId' | 'extended'>) => string {
  const { t } = useTranslation('history');
  return ({ eventId, extended }) => t(doneBy(eventId, extended), { defaultValue: eventId });
}

/** The audit trail records viewing a file as a download with a reason. */
function doneBy(eventId: string, { clientReason }: LogEntryEntity['extended']): string {
  return eventId === 'download' && clientReason === 'view' ? 'view' : eventId;
}
