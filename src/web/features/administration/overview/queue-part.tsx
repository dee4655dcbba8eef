/** The job queue, for work done after requests: the number of waiting jobs, and failed ones to retry. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { giveUpJob, jobCounts, jobs, type QueuedJob, runJobAgain } from '#web/api/management.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import css from './overview.module.css';

const states = ['failed', 'scheduled', 'running', 'completed', 'aborted'] as const;

export function QueuePart() {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const [state, setState] = useState<(typeof states)[number]>('failed');
  const counts = useQuery(jobCounts()).data ?? [];
  const { data, error, refetch } = useQuery(jobs(state));
  const countOf = (one: string) =>
    counts.filter((count) => count.state === one).reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={css.part}>
      <div className={css.states}>
        <Segments
          label={t('queue.title')}
          value={state}
          segments={states.map((one) => ({
            id: one,
            label: t(`queue.state.${one}`),
            count: format.count(countOf(one)),
          }))}
          onChange={setState}
        />
      </div>
      {error === null ? null : (
        <Note kind="bad" onRetry={() => void refetch()}>
          {t('failed', { reason: error.message })}
        </Note>
      )}
      {data === undefined && error === null ? <Skeleton width="70%" /> : null}
      {data?.length === 0 ? <p className={css.quiet}>{t('queue.none')}</p> : null}
      <ul aria-label={t('queue.list')}>
        {data?.map((job) => (
          <OneJob key={job.id} job={job} />
        ))}
      </ul>
    </div>
  );
}

function OneJob({ job }: { readonly job: QueuedJob }) {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const again = useMutation(runJobAgain());
  const giveUp = useMutation(giveUpJob());
  const { id, kind, state, owner, attempts, updatedAt, message } = job;
  const problem = again.error ?? giveUp.error;
  return (
    <li className={css.job}>
      <div>
        {/* A server may have kinds of jobs without a text here. */}
        <b dir="auto">{t(`queue.kind.${kind}`, { defaultValue: kind })}</b>
        <p className={css.quiet}>
          {format.list(
            [
              format.dateTime(new Date(updatedAt)),
              owner ?? '',
              t('queue.attempts', { count: attempts, number: format.count(attempts) }),
            ].filter((text) => text !== ''),
          )}
        </p>
        {message === null ? null : (
          <p className={css.bad} dir="auto">
            {message}
          </p>
        )}
        {problem === null ? null : <p className={css.bad}>{problem.message}</p>}
      </div>
      {state === 'failed' ? (
        <Button size="small" loading={again.isPending} onClick={() => again.mutate(id)}>
          {t('queue.again')}
        </Button>
      ) : state === 'scheduled' ? (
        <Button size="small" variant="quiet" loading={giveUp.isPending} onClick={() => giveUp.mutate(id)}>
          {t('queue.giveUp')}
        </Button>
      ) : null}
    </li>
  );
}
