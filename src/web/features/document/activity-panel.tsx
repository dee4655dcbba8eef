// What happened to the document, newest first, as the server's log has it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditLog } from '#web/api/audit.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { LogEntryEntity } from '#wire/activity.ts';
import css from './panel-lists.module.css';

const step = 40;

/** What changed something; looking and downloading are most of every log. */
const changes: readonly string[] = [
  'documentCreated',
  'documentModified',
  'documentCheckedIn',
  'documentCheckedOut',
  'documentLocked',
  'documentUnlocked',
  'documentMoved',
  'documentDuplicated',
  'documentTrashed',
  'documentUntrashed',
  'documentRestored',
  'documentSecurityUpdated',
  'documentProxyPublished',
  'lifecycle_transition_event',
  'commentAdded',
  'commentRemoved',
  'addedToCollection',
  'removedFromCollection',
  'documentTagged',
  'documentUntagged',
  'beforeWorkflowStarted',
  'afterWorkflowStarted',
  'afterWorkflowFinish',
  'workflowTaskCompleted',
];

export function ActivityPanel({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const [pageSize, setPageSize] = useState(step);
  const [shown, setShown] = useState<'changes' | 'all'>('changes');
  const log = useQuery(
    auditLog({ uid: document.uid, pageSize, eventIds: shown === 'changes' ? changes : undefined }),
  );
  const entries = log.data?.entries ?? [];
  const total = log.data?.resultsCount ?? entries.length;
  return (
    <div className={css.panel}>
      <Segments
        label={t('activity.which')}
        value={shown}
        onChange={setShown}
        segments={[
          { id: 'changes', label: t('activity.changes') },
          { id: 'all', label: t('activity.all') },
        ]}
      />
      {log.error === null ? null : (
        <Note kind="bad" onRetry={() => void log.refetch()}>
          {log.error.message}
        </Note>
      )}
      {log.isPending ? <Skeleton width="80%" /> : null}
      {log.isSuccess && entries.length === 0 ? <p className={css.empty}>{t('activity.none')}</p> : null}
      <ul className={css.list}>
        {entries.map(({ id, eventId, principalName, eventDate, comment, extended }) => (
          <li key={id} className={css.item}>
            <span className={css.body}>
              <span className={css.row}>
                {principalName === null ? null : <PersonName id={principalName} />}
                <span>{t(`event.${doneBy(eventId, extended)}`, { defaultValue: eventId })}</span>
              </span>
              {comment === null || comment === '' ? null : <bdi className={css.quiet}>{comment}</bdi>}
            </span>
            <time className={css.quiet} dateTime={eventDate} title={format.dateTime(new Date(eventDate))}>
              {format.relative(new Date(eventDate))}
            </time>
          </li>
        ))}
      </ul>
      {entries.length < total ? (
        <Button size="small" loading={log.isFetching} onClick={() => setPageSize(pageSize + step)}>
          {t('activity.more')}
        </Button>
      ) : null}
    </div>
  );
}

/** Looking at a file stands in the log as a download that says what it was for. */
function doneBy(eventId: string, { clientReason }: LogEntryEntity['extended']): string {
  return eventId === 'download' && clientReason === 'view' ? 'view' : eventId;
}
