/** The audit log of the whole repository, filtered by person, event and day. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { saveFile } from '#web/api/blobs.ts';
import { auditTrail } from '#web/api/management.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { useEventWords } from '#web/documents/history/event-words.ts';
import { useMediaQuery } from '#web/documents/list/use-media-query.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField, isDateText } from '#web/ui/controls/date-field.tsx';
import { Pager } from '#web/ui/controls/pager.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { LogEntryEntity } from '#wire/activity.ts';
import css from './overview.module.css';

const pageSize = 50;
/** Spreadsheets and browsers become slow with larger files. */
const mostSaved = 50_000;
const anywhere = { person: null, events: '', from: '', to: '', page: 0 };

interface Wanted {
  readonly person: string | null;
  readonly events: string;
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

export function AuditPart() {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const [wanted, setWanted] = useState<Wanted>(anywhere);
  const changeWanted = (change: Partial<Wanted>) => setWanted({ ...wanted, page: 0, ...change });
  const isDated = isDateText(wanted.from) && isDateText(wanted.to);
  const events = wanted.events.trim().replaceAll(/[\s,]+/g, ',');
  const { data, error, refetch } = useQuery({
    ...auditTrail({ ...wanted, events, pageSize }),
    enabled: isDated,
  });
  const queries = useQueryClient();
  const away = useAwayReason();
  const total = data?.resultsCount ?? 0;
  const save = useMutation({
    mutationFn: async () => {
      const { historyCsv, wholeLog } = await import('#web/documents/history/history-csv.ts');
      const entries = await wholeLog(({ pageIndex, pageSize: some }) =>
        queries.fetchQuery(auditTrail({ ...wanted, events, page: pageIndex, pageSize: some })),
      );
      const heads = {
        date: t('audit.when'),
        person: t('audit.person'),
        event: t('audit.event'),
        document: [t('audit.document'), t('audit.id')],
        comment: t('audit.comment'),
      } as const;
      const file = new Blob([historyCsv(entries, heads, ({ eventId }) => eventId)], { type: 'text/csv' });
      saveFile(file, `${t('audit.title')}.csv`);
    },
    onError: ({ message }) => void addToast({ kind: 'bad', text: message }),
  });
  const tooMany = total > mostSaved ? t('audit.tooMany', { number: format.count(mostSaved) }) : undefined;
  return (
    <div className={css.part}>
      <search className={css.filters}>
        <PrincipalPicker
          label={t('audit.person')}
          kind="user"
          value={wanted.person}
          onChange={(person) => changeWanted({ person })}
        />
        <TextField
          label={t('audit.events')}
          dir="ltr"
          spellCheck={false}
          value={wanted.events}
          onChange={(typed) => changeWanted({ events: typed })}
        />
        <DateField label={t('audit.from')} value={wanted.from} onChange={(from) => changeWanted({ from })} />
        <DateField label={t('audit.to')} value={wanted.to} onChange={(to) => changeWanted({ to })} />
      </search>
      <Button
        className={css.save}
        size="small"
        icon={Download}
        loading={save.isPending}
        disabled={total === 0}
        disabledReason={away ?? tooMany}
        onClick={() => save.mutate()}
      >
        {t('audit.csv')}
      </Button>
      {error === null ? null : (
        <Note kind="bad" onRetry={() => void refetch()}>
          {t('failed', { reason: error.message })}
        </Note>
      )}
      {data === undefined && error === null ? <Skeleton width="70%" /> : null}
      {data?.entries.length === 0 ? <p className={css.quiet}>{t('audit.none')}</p> : null}
      {data === undefined || data.entries.length === 0 ? null : <Found entries={data.entries} />}
      <Pager
        offset={wanted.page * pageSize}
        pageSize={pageSize}
        total={total}
        number={format.count}
        onOffset={(offset) => setWanted({ ...wanted, page: offset / pageSize })}
      />
    </div>
  );
}

interface TrailProps {
  readonly entries: readonly LogEntryEntity[];
}

function Found(props: TrailProps) {
  return useMediaQuery('(max-width: 900px)') ? <TrailList {...props} /> : <Trail {...props} />;
}

/** A list instead of a table, which would have to be scrolled sideways. */
function TrailList({ entries }: TrailProps) {
  const { t } = useTranslation('administration');
  const format = useFormat();
  return (
    <ul className={css.trail} aria-label={t('audit.title')}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <p className={css.what}>
            <Event entry={entry} />
            <time dateTime={entry.eventDate}>{format.dateTime(new Date(entry.eventDate))}</time>
          </p>
          {entry.principalName === null ? null : <PersonName id={entry.principalName} avatar={false} />}
          <About entry={entry} />
          {entry.comment === null || entry.comment === '' ? null : <bdi>{entry.comment}</bdi>}
        </li>
      ))}
    </ul>
  );
}

function Trail({ entries }: TrailProps) {
  const { t } = useTranslation('administration');
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable with the keyboard.
    <section className={css.scroll} tabIndex={0} aria-label={t('audit.title')}>
      <table className={css.table}>
        <thead>
          <tr>
            {['when', 'person', 'event', 'document', 'comment'].map((name) => (
              <th key={name} scope="col">
                {t(`audit.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className={css.short}>
                <time dateTime={entry.eventDate}>{format.dateTime(new Date(entry.eventDate))}</time>
              </td>
              <td className={css.short}>
                {entry.principalName === null ? null : <PersonName id={entry.principalName} avatar={false} />}
              </td>
              <td>
                <Event entry={entry} />
              </td>
              <td className={css.about}>
                <About entry={entry} />
              </td>
              <td>
                <bdi>{entry.comment}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface EntryProps {
  readonly entry: LogEntryEntity;
}

/** The event's label, and the name that the filter takes. */
function Event({ entry }: EntryProps) {
  const words = useEventWords()(entry);
  return (
    <span className={css.event}>
      {words === entry.eventId ? null : <span>{words}</span>}
      <code dir="ltr">{entry.eventId}</code>
    </span>
  );
}

/** One line: a long path is truncated at its start, as its end says most. */
function About({ entry: { docUUID, docPath } }: EntryProps) {
  if (docUUID === null) return null;
  const path = docPath ?? docUUID;
  return (
    <Link to={paths.doc.href(docUUID)} className={css.path} title={path}>
      <bdi dir="ltr">{path}</bdi>
    </Link>
  );
}
