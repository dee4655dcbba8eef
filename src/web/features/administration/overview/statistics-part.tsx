/** The number and size of documents in the repository, and the folders with a quota. */

import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { spaceOf } from '#web/api/document-details.ts';
import { quotas, statistics } from '#web/api/management.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { addressOf } from '#web/documents/open-document.ts';
import { isStored, type StoredDocument } from '#web/documents/stored-document.ts';
import { useAllKindWords } from '#web/documents/use-all-kind-words.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { BidiName } from '#web/ui/bidi-name.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Meter } from '#web/ui/meter.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BarTable } from './bar-table.tsx';
import css from './overview.module.css';

const QuotaDialog = lazyPart(() =>
  import('#web/documents/changes/quota-dialog.tsx').then((module) => ({ default: module.QuotaDialog })),
);

export function StatisticsPart() {
  const { t } = useTranslation('administration');
  const words = useAllKindWords();
  const { locale } = useFormat();
  const monthOf = (month: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${month}-01`),
    );
  const { data, error, refetch } = useQuery(statistics());
  if (error !== null)
    return (
      <Note kind="bad" onRetry={() => void refetch()}>
        {t('failed', { reason: error.message })}
      </Note>
    );
  if (data === undefined) return <Skeleton width="70%" />;
  return (
    <div className={css.charts}>
      <BarTable
        title={t('statistics.states')}
        rows={data.states}
        label={(name) => t(`statistics.state.${name}`, { defaultValue: name })}
      />
      <BarTable title={t('statistics.types')} rows={data.types} label={words.ofType} />
      <BarTable title={t('statistics.months')} rows={data.months} label={monthOf} />
      <BarTable
        title={t('statistics.people')}
        rows={data.people}
        label={(name) => <PersonName id={name} avatar={false} />}
      />
      <Quotas />
    </div>
  );
}

function Quotas() {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const away = useAwayReason();
  const [openDialog, setOpenDialog] = useState<{ readonly folder: StoredDocument | null } | null>(null);
  // A server without quotas answers with an error.
  const found = useQuery(quotas()).data?.entries.filter(isStored);
  if (found === undefined) return null;
  return (
    <section className={css.part}>
      <h2>{t('statistics.quotas')}</h2>
      {found.length === 0 ? <p className={css.quiet}>{t('statistics.noQuotas')}</p> : null}
      <ul aria-label={t('statistics.quotas')}>
        {found.map((document) => {
          const { used = 0, allowed = null } = spaceOf(document) ?? {};
          const text = t('statistics.of', { used: format.size(used), allowed: format.size(allowed ?? 0) });
          return (
            <li key={document.uid} className={css.part}>
              <Link to={addressOf(document)}>
                <BidiName>{document.title}</BidiName>
              </Link>
              <span className={css.quiet}>{text}</span>
              {allowed === null ? null : (
                <Meter label={document.title} value={used} max={allowed} text={text} />
              )}
              <Button
                size="small"
                variant="quiet"
                aria-label={t('statistics.changeOf', { name: document.title })}
                onClick={() => setOpenDialog({ folder: document })}
              >
                {t('statistics.change')}
              </Button>
            </li>
          );
        })}
      </ul>
      <Button
        size="small"
        className={css.add}
        disabledReason={away}
        onClick={() => setOpenDialog({ folder: null })}
      >
        {t('statistics.limit')}
      </Button>
      {openDialog === null ? null : (
        <Suspense fallback={<AwaitedDialog onClose={() => setOpenDialog(null)} />}>
          <QuotaDialog folder={openDialog.folder} onClose={() => setOpenDialog(null)} />
        </Suspense>
      )}
    </section>
  );
}
