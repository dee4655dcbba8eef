/** Tasks by due date: name, due date, document, and who started the workflow. */

import { Clock } from 'lucide';
import { Link } from 'react-router-dom';
import { usePerson } from '#web/forms/person-name.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { cx } from '#web/ui/cx.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { TaskEntity } from '#wire/activity.ts';
import { idOf } from './task-form.ts';
import { targetTitle } from './task-target.ts';
import { useTaskWords } from './task-words.ts';
import css from './tasks-page.module.css';

export interface TaskListProps {
  /** Undefined while it loads. */
  readonly tasks: readonly TaskEntity[] | undefined;
  readonly current: string | undefined;
  /** Ids of the tasks selected to be decided together. */
  readonly chosen: ReadonlySet<string>;
  /** True if the task can be decided together with the selected ones. */
  readonly fits: (task: TaskEntity) => boolean;
  readonly onChoose: (id: string, on: boolean) => void;
}

export function TaskList({ tasks, current, chosen, fits, onChoose }: TaskListProps) {
  if (tasks === undefined) return <Skeleton width="70%" />;
  return (
    <ul className={css.items}>
      {tasks.map((task) => (
        <li key={task.id} data-chosen={chosen.has(task.id) || undefined}>
          <ChooseTask
            task={task}
            chosen={chosen.has(task.id)}
            fits={fits(task)}
            onChoose={(on) => onChoose(task.id, on)}
          />
          <TaskItem task={task} current={task.id === current} />
        </li>
      ))}
    </ul>
  );
}

interface ChooseTaskProps {
  readonly task: TaskEntity;
  readonly chosen: boolean;
  readonly fits: boolean;
  readonly onChoose: (on: boolean) => void;
}

function ChooseTask({ task, chosen, fits, onChoose }: ChooseTaskProps) {
  const { t } = useTranslation('tasks');
  const words = useTaskWords();
  const named = { task: words.of(task.name), document: targetTitle(task) ?? t('noDocument') };
  return (
    <span className={css.choice} title={fits ? undefined : t('many.otherKind')}>
      <Checkbox checked={chosen} disabled={!fits} hiddenLabel={t('many.choose', named)} onChange={onChoose} />
    </span>
  );
}

function TaskItem({ task, current }: { readonly task: TaskEntity; readonly current: boolean }) {
  const { t } = useTranslation('tasks');
  const words = useTaskWords();
  const initiator = usePerson(idOf(task.workflowInitiator));
  const due = words.due(task.dueDate);
  return (
    <Link to={paths.tasks.href(task.id)} aria-current={current ? 'true' : undefined}>
      <b>
        <bdi>{words.of(task.name)}</bdi>
      </b>
      <span className={cx(css.due, due?.late && css.late)}>
        {due?.late ? <Icon icon={Clock} size={13} /> : null}
        {due?.text}
      </span>
      <bdi>{targetTitle(task) ?? t('noDocument')}</bdi>
      <span>{initiator.id === '' ? '' : t('from', { name: initiator.label })}</span>
    </Link>
  );
}
