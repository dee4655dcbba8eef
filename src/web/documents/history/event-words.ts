// What somebody did, in the reader's words, for an entry of the audit trail. An event that only an organisation's own
// operations know has its name alone.
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { LogEntryEntity } from '#wire/activity.ts';

export function useEventWords(): (entry: Pick<LogEntryEntity, 'eventId' | 'extended'>) => string {
  const { t } = useTranslation('history');
  return ({ eventId, extended }) => t(doneBy(eventId, extended), { defaultValue: eventId });
}

/** Looking at a file stands in the trail as a download that says what it was for. */
function doneBy(eventId: string, { clientReason }: LogEntryEntity['extended']): string {
  return eventId === 'download' && clientReason === 'view' ? 'view' : eventId;
}
