// The document's history from the server's log, newest first: changes or everything, filtered by person and days; it can be
// downloaded as a table.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, ListFilter } from 'lucide';
import { useState } from 'react';
import { auditLog } from '#web/api/audit.ts';
import { saveFile } from '#web/api/blobs.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { FailureNote } from '#web/documents/failure-note.tsx';
import { useEventWords } from '#web/documents/history/event-words.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { MentioningText } from '#web/forms/mentioning-text.tsx';
import { PersonName } from '#web/forms/person-name.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type ActivityFilter, ActivityFilterForm, auditFilter, noFilter } from './activity-filter.tsx';
import css from './panel-lists.module.css';

const step = 40;

/** Events that change something; views and downloads are most of every log. */
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
  const [filter, setFilter] = useState<ActivityFilter>(noFilter);
  const [filtering, setFiltering] = useState(false);
  const queries = useQueryClient();
  const away = useAwayReason();
  const wanted = {
    uid: document.uid,
    eventIds: shown === 'changes' ? changes : undefined,
    ...auditFilter(filter),
  };
  const log = useQuery(auditLog({ ...wanted, pageSize }));
  const nameOf = useEventWords();
  const save = useMutation({
    mutationFn: async () => {
      const { historyCsv, wholeLog } = await import('#web/documents/history/history-csv.ts');
      const entries = await wholeLog((page) => queries.fetchQuery(auditLog({ ...wanted, ...page })));
      const heads = {
        date: t('activity.date'),
        person: t('activity.person'),
        event: t('activity.event'),
        comment: t('activity.comment'),
      };
      const file = new Blob([historyCsv(entries, heads, nameOf)], { type: 'text/csv' });
      saveFile(file, `${document.title} – ${t('tab.activity')}.csv`);
    },
    onError: ({ message }) => void addToast({ kind: 'bad', text: message }),
  });
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
      <div className={css.row}>
        <Button
          size="small"
          variant="quiet"
          icon={ListFilter}
          aria-expanded={filtering}
          onClick={() => {
            setFiltering(!filtering);
            if (filtering) setFilter(noFilter);
          }}
        >
          {t(filtering ? 'activity.noFilter' : 'activity.filter')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={Download}
          loading={save.isPending}
          disabled={total === 0}
          disabledReason={away}
          onClick={() => save.mutate()}
        >
          {t('activity.csv')}
        </Button>
      </div>
      {filtering ? <ActivityFilterForm value={filter} onChange={setFilter} /> : null}
      {log.error === null ? null : <FailureNote error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending ? <Skeleton width="80%" /> : null}
      {log.isSuccess && entries.length === 0 ? (
        <p className={css.empty}>{t(filter === noFilter ? 'activity.none' : 'activity.noneFits')}</p>
      ) : null}
      <ul className={css.list}>
        {entries.map((entry) => {
          const { id, principalName, eventDate, comment } = entry;
          return (
            <li key={id} className={css.item}>
              <span className={css.body}>
                <span className={css.row}>
                  {principalName === null ? null : <PersonName id={principalName} />}
                  <span>{nameOf(entry)}</span>
                </span>
                {comment === null || comment === '' ? null : (
                  <bdi className={css.quiet}>
                    <MentioningText text={comment} />
                  </bdi>
                )}
              </span>
              <time className={css.quiet} dateTime={eventDate} title={format.dateTime(new Date(eventDate))}>
                {format.relative(new Date(eventDate))}
              </time>
            </li>
          );
        })}
      </ul>
      {entries.length < total ? (
        <Button size="small" loading={log.isFetching} onClick={() => setPageSize(pageSize + step)}>
          {t('activity.more')}
        </Button>
      ) : null}
    </div>
  );
}
