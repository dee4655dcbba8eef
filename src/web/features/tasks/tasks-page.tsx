/** Tasks: those that wait, by due date, and the one chosen with its form and its route. */

import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { me } from '#web/api/me.ts';
import { tasks } from '#web/api/tasks.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Pager } from '#web/ui/controls/pager.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { TaskList } from './task-list.tsx';
import { TaskPage } from './task-page.tsx';
import css from './tasks-page.module.css';

type Whose = 'mine' | 'all';

const pageSize = 50;

export function TasksPage() {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const navigate = useNavigate();
  const { id } = useParams();
  const [{ whose, offset }, setShown] = useState<{ whose: Whose; offset: number }>({
    whose: 'mine',
    offset: 0,
  });
  const self = useQuery(me());
  const login = self.data?.id;
  const mine = whose === 'mine';
  const { data, error, refetch } = useQuery({
    ...tasks({ userId: mine ? login : undefined, offset, pageSize }),
    enabled: login !== undefined,
  });
  const total = data?.resultsCount ?? 0;
  const problem = error ?? self.error;
  const afterwards = (done: string) => {
    const next = data?.entries.find((task) => task.id !== done);
    void navigate(paths.tasks.href(next?.id), { replace: true });
  };
  return (
    <div className={css.page} data-task={id !== undefined || undefined}>
      {id === undefined ? (
        <PagePlace title={t('title')} detail={t('count', { count: total, number: format.count(total) })} />
      ) : null}
      <section className={css.list} aria-label={t('list')}>
        <header className={css.head}>
          {id === undefined ? (
            <VisuallyHidden as="h1" on="phone">
              {t('title')}
            </VisuallyHidden>
          ) : (
            <Link to={paths.tasks.href()}>{t('title')}</Link>
          )}
          <Segments
            label={t('whose')}
            value={whose}
            segments={[
              {
                id: 'mine',
                label: t('mine'),
                count: mine && data !== undefined ? format.count(total) : undefined,
              },
              {
                id: 'all',
                label: t('all'),
                count: mine || data === undefined ? undefined : format.count(total),
              },
            ]}
            onChange={(next) => setShown({ whose: next, offset: 0 })}
          />
        </header>
        {problem === null ? null : (
          <Note kind="bad" onRetry={() => void refetch()}>
            {t('failed', { reason: problem.message })}
          </Note>
        )}
        <TaskList tasks={data?.entries} current={id} />
        {data !== undefined && total === 0 && id !== undefined ? (
          <p className={css.none}>{t('none.title')}</p>
        ) : null}
        <Pager
          offset={offset}
          pageSize={pageSize}
          total={total}
          number={format.count}
          onOffset={(next) => setShown({ whose, offset: next })}
        />
      </section>
      <div className={css.work}>
        {id !== undefined ? (
          <Suspense key={id}>
            <TaskPage id={id} me={self.data} onDone={() => afterwards(id)} />
          </Suspense>
        ) : data === undefined ? null : total === 0 ? (
          <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
        ) : (
          <div className={css.choose}>
            <EmptyState title={t('choose.title')}>{t('choose.text')}</EmptyState>
          </div>
        )}
      </div>
    </div>
  );
}
