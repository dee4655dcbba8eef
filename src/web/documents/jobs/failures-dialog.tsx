/** The documents that a job could not change, by reason, each with a link. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { nxqlSearch } from '#web/api/search.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { failureGroups } from './failure-groups.ts';
import type { ListedFailures } from './failures.ts';
import css from './jobs.module.css';

export interface FailuresDialogProps extends ListedFailures {
  readonly onClose: () => void;
}

/** The ids are part of an address, whose length is limited. */
const mostNames = 100;

export function FailuresDialog({ failures, count, onClose }: FailuresDialogProps) {
  const { t } = useTranslation('changes');
  const format = useFormat();
  const uids = failures.slice(0, mostNames).map(({ uid }) => uid);
  const query = `SELECT * FROM Document WHERE ecm:uuid IN (${uids.map(() => '?').join(', ')})`;
  const { data } = useQuery(nxqlSearch(query, { params: uids, pageSize: mostNames, view: {} }));
  const titles = new Map(data?.entries.map(({ uid, title }) => [uid, title]));
  return (
    <Dialog
      open
      title={t('job.failures.title', { count, number: format.count(count) })}
      description={
        count > failures.length
          ? t('job.failures.some', { number: format.count(failures.length) })
          : undefined
      }
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('filters.done')}
        </Button>
      }
    >
      <div className={css.failures}>
        {failureGroups(failures).map(({ reason, uids: some }) => (
          <section key={reason}>
            <p>{t('job.partly', { count: some.length, number: format.count(some.length), reason })}</p>
            <ul>
              {some.map((uid) => (
                <li key={uid}>
                  <Link to={paths.doc.href(uid)} onClick={onClose}>
                    <bdi>{titles.get(uid) ?? uid}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
