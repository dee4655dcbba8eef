/** Tasks by due date: what, until when, about which document, from whom. */

import { Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { isDocument } from '#web/api/entities.ts';
import { usePerson } from '#web/forms/person-name.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { TaskEntity } from '#wire/activity.ts';
import { idOf } from './task-form.ts';
import { useTaskWords } from './task-words.ts';
import css from './tasks-page.module.css';

export interface TaskListProps {
  /** Undefined while awaited. */
  readonly tasks: readonly TaskEntity[] | undefined;
  readonly current: string | undefined;
}

export function TaskList({ tasks, current }: TaskListProps) {
  if (tasks === undefined) return <Skeleton width="70%" />;
  return (
    <ul className={css.items}>
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskItem task={task} current={task.id === current} />
        </li>
      ))}
    </ul>
  );
}

function TaskItem({ task, current }: { readonly task: TaskEntity; readonly current: boolean }) {
  const { t } = useTranslation('tasks');
  const words = useTaskWords();
  const initiator = usePerson(idOf(task.workflowInitiator));
  const due = words.due(task.dueDate);
  const [target] = task.targetDocumentIds;
  return (
    <Link to={paths.tasks.href(task.id)} aria-current={current ? 'true' : undefined}>
      <b>
        <bdi>{words.of(task.name)}</bdi>
      </b>
      <span className={cx(css.due, due?.late && css.late)}>
        {due?.late ? <Icon icon={Clock} size={13} /> : null}
        {due?.text}
      </span>
      <bdi>{isDocument(target) ? target.title : t('noDocument')}</bdi>
      <span>{initiator.id === '' ? '' : t('from', { name: initiator.label })}</span>
    </Link>
  );
}
