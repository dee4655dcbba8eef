/** The page of tasks: a list by due date, and the chosen one with its form and route. */

import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { failureBeside } from '#web/api/api-error.ts';
import { me } from '#web/api/me.ts';
import { tasks } from '#web/api/tasks.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { AwaitedDialog } from '#web/ui/awaited-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/controls/pager.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Note } from '#web/ui/note.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { TaskEntity } from '#wire/activity.ts';
import { filteredTasks, kindOfTask, kindsAmong, noTaskFilter } from './task-filter.ts';
import { TaskFilters } from './task-filters.tsx';
import { idOf } from './task-form.ts';
import { TaskList } from './task-list.tsx';
import { TaskPage } from './task-page.tsx';
import { targetTitle } from './task-target.ts';
import { useTaskWords } from './task-words.ts';
import css from './tasks-page.module.css';

type Whose = 'mine' | 'all';

/** Filters and selections apply to these tasks. */
const pageSize = 200;

const DecideDialog = lazyPart(() =>
  import('./decide-dialog.tsx').then((module) => ({ default: module.DecideDialog })),
);

export function TasksPage() {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const words = useTaskWords();
  const navigate = useNavigate();
  const { id } = useParams();
  const [{ whose, offset }, setShown] = useState<{ whose: Whose; offset: number }>({
    whose: 'mine',
    offset: 0,
  });
  const self = useQuery(me());
  const login = self.data?.id;
  const mine = whose === 'mine';
  const { refetch, ...answer } = useQuery({
    ...tasks({ userId: mine ? login : undefined, offset, pageSize }),
    enabled: login !== undefined,
  });
  const { data } = answer;
  const [filter, setFilter] = useState(noTaskFilter);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [deciding, setDeciding] = useState<readonly TaskEntity[]>([]);
  const total = data?.resultsCount ?? 0;
  const all = data?.entries ?? [];
  const textOf = (task: TaskEntity) =>
    [words.of(task.name), targetTitle(task), idOf(task.workflowInitiator)].join(' ');
  const shown = filteredTasks(all, filter, new Date(), textOf);
  // Tasks hidden by a filter are not decided with the others.
  const chosen = shown.filter((task) => marked.has(task.id));
  const [first] = chosen;
  const fits = (task: TaskEntity) => first === undefined || kindOfTask(task) === kindOfTask(first);
  const alike = first === undefined ? [] : shown.filter(fits);
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen.map((task) => task.id));
    if (on) next.add(id);
    else next.delete(id);
    setMarked(next);
  };
  const turnTo = (next: { whose: Whose; offset: number }) => {
    setShown(next);
    setMarked(new Set());
  };
  const problem = failureBeside(answer) ?? failureBeside(self);
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
            onChange={(next) => turnTo({ whose: next, offset: 0 })}
          />
        </header>
        {problem === null ? null : (
          <Note kind="bad" onRetry={() => void refetch()}>
            {t('failed', { reason: problem.message })}
          </Note>
        )}
        {all.length > 1 ? <TaskFilters filter={filter} kinds={kindsAmong(all)} onChange={setFilter} /> : null}
        <TaskList
          tasks={data === undefined ? undefined : shown}
          current={id}
          chosen={new Set(chosen.map((task) => task.id))}
          fits={fits}
          onChoose={choose}
        />
        {all.length > 0 && shown.length === 0 ? (
          <p className={css.none} role="status">
            {t('filter.nothing')}{' '}
            <Button variant="quiet" size="small" onClick={() => setFilter(noTaskFilter)}>
              {t('filter.clear')}
            </Button>
          </p>
        ) : null}
        {data !== undefined && total === 0 && id !== undefined ? (
          <p className={css.none}>{t('none.title')}</p>
        ) : null}
        <Pager
          offset={offset}
          pageSize={pageSize}
          total={total}
          number={format.count}
          onOffset={(next) => turnTo({ whose, offset: next })}
        />
        {first === undefined ? null : (
          <fieldset className={css.together} aria-label={t('many.bar')}>
            <span role="status">
              {t('many.count', { count: chosen.length, number: format.count(chosen.length) })}
            </span>
            {alike.length > chosen.length ? (
              <Button
                variant="quiet"
                size="small"
                onClick={() => setMarked(new Set(alike.map((task) => task.id)))}
              >
                {t('many.all', { count: alike.length, number: format.count(alike.length) })}
              </Button>
            ) : null}
            <Button variant="quiet" size="small" onClick={() => setMarked(new Set())}>
              {t('many.clear')}
            </Button>
            <Button size="small" onClick={() => setDeciding(chosen)}>
              {t('many.decide')}
            </Button>
          </fieldset>
        )}
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
      {deciding[0] === undefined || login === undefined ? null : (
        <Suspense fallback={<AwaitedDialog onClose={() => setDeciding([])} />}>
          <DecideDialog
            tasks={[deciding[0], ...deciding.slice(1)]}
            login={login}
            onDecided={(done) => {
              setMarked(new Set([...marked].filter((one) => !done.includes(one))));
              if (id !== undefined && done.includes(id)) afterwards(id);
            }}
            onClose={() => setDeciding([])}
          />
        </Suspense>
      )}
    </div>
  );
}
