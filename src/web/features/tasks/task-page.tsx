/** One task: its document, its form, its buttons at the bottom, and the route beside it. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { UserRoundPen, UserRoundPlus } from 'lucide';
import { useState } from 'react';
import { hasStatus, isConflict } from '#web/api/api-error.ts';
import { completeTask, task } from '#web/api/tasks.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { PagePlace } from '#web/frame/page-place.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { TaskActionEntity, TaskEntity } from '#wire/activity.ts';
import { isString, type JsonObject } from '#wire/json.ts';
import type { UserEntity } from '#wire/people.ts';
import { HandoverDialog } from './handover-dialog.tsx';
import { Remark } from './remark.tsx';
import { RoutePanel } from './route-panel.tsx';
import { TargetCard } from './target-card.tsx';
import { actionVariant } from './task-action-variant.ts';
import { TaskFields } from './task-fields.tsx';
import { fieldsOfTask, idOf, isAssignedTo, missingFields } from './task-form.ts';
import css from './task-page.module.css';
import { useTaskWords } from './task-words.ts';

export interface TaskPageProps {
  readonly id: string;
  /** Undefined while it loads. */
  readonly me: UserEntity | undefined;
  readonly onDone: () => void;
}

export function TaskPage({ id, me, onDone }: TaskPageProps) {
  const { t } = useTranslation('tasks');
  const { data, error, refetch } = useQuery(task(id));
  if (data !== undefined && me !== undefined) return <TaskView task={data} me={me} onDone={onDone} />;
  if (error === null) {
    return (
      <div className={css.content}>
        <Skeleton width="40%" height={16} />
        <Skeleton width="70%" />
      </div>
    );
  }
  const gone = hasStatus(error, 404) || hasStatus(error, 403);
  return (
    <EmptyState
      level={1}
      title={t(gone ? 'gone.title' : 'unreachable')}
      action={gone ? undefined : <Button onClick={() => void refetch()}>{t('retry')}</Button>}
    >
      {gone ? t('gone.text') : error.message}
    </EmptyState>
  );
}

interface TaskViewProps {
  readonly task: TaskEntity;
  readonly me: UserEntity;
  readonly onDone: () => void;
}

function TaskView({ task: shown, me, onDone }: TaskViewProps) {
  const { t } = useTranslation('tasks');
  const words = useTaskWords();
  const [values, setValues] = useState<JsonObject>(shown.variables);
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [handover, setHandover] = useState<'reassign' | 'delegate' | null>(null);
  const complete = useMutation(completeTask());
  const away = useAwayReason();
  const fields = fieldsOfTask(shown, me.id);
  const title = words.of(shown.name);
  const due = words.due(shown.dueDate);
  const open = shown.state === 'opened';
  const allowed = me.isAdministrator || isAssignedTo(shown, me);
  const { initiatorComment } = shown.variables;
  const actions = shown.taskInfo?.taskActions ?? [];
  const mayReassign = shown.taskInfo?.allowTaskReassignment === true;

  const act = (action: TaskActionEntity) => {
    const lacking = action.validate ? missingFields(fields, values) : [];
    setMissing(lacking);
    if (lacking.length > 0 || complete.isPending) return;
    const answers = fields.filter(({ fixed }) => !fixed).map(({ name }) => [name, values[name]]);
    complete.mutate(
      {
        taskId: shown.id,
        action: action.name,
        comment: comment.trim() === '' ? undefined : comment.trim(),
        variables: Object.fromEntries(answers),
      },
      {
        onSuccess: () => {
          addToast({ text: t('done', { task: title, action: words.of(action.label) }) });
          onDone();
        },
      },
    );
  };
  return (
    <div className={css.columns}>
      <PagePlace above={[{ to: paths.tasks.href(), title: t('title') }]} title={title} detail={due?.text} />
      <section className={css.task} aria-label={t('task')}>
        <div className={css.content}>
          <header>
            <VisuallyHidden as="h1" on="phone" className={css.title}>
              {title}
            </VisuallyHidden>
            <p className={css.directive}>
              {shown.directive === null ? null : words.of(shown.directive)}{' '}
              {due === null ? null : t(due.late ? 'dueLate' : 'dueAt', { due: due.text })}
            </p>
          </header>
          {shown.targetDocumentIds.map((target) => (
            <TargetCard key={idOf(target)} uid={idOf(target)} />
          ))}
          {isString(initiatorComment) && initiatorComment !== '' ? (
            <Remark author={idOf(shown.workflowInitiator)} text={initiatorComment} />
          ) : null}
          {shown.comments.map(({ author, text, date }) => (
            <Remark key={`${author} ${date}`} author={author} text={text} date={date} />
          ))}
          {open ? null : <Note>{t('ended')}</Note>}
          {open && !allowed ? <Note>{t('notYours')}</Note> : null}
          {complete.error === null ? null : (
            <Note kind="bad">
              {isConflict(complete.error)
                ? t('endedMeanwhile')
                : t('refused', { reason: complete.error.message })}
            </Note>
          )}
          <TaskFields
            fields={fields}
            values={values}
            missing={missing}
            disabled={!open || !allowed}
            onChange={(name, value) => setValues({ ...values, [name]: value })}
          />
          {open && allowed ? <TextArea label={t('comment')} value={comment} onChange={setComment} /> : null}
        </div>
        {open ? (
          <footer className={css.bar}>
            {mayReassign ? (
              <Button
                variant="quiet"
                icon={UserRoundPen}
                disabled={!allowed}
                disabledReason={away}
                onClick={() => setHandover('reassign')}
              >
                {t('reassign.action')}
              </Button>
            ) : null}
            <Button
              variant="quiet"
              icon={UserRoundPlus}
              disabled={!allowed}
              disabledReason={away}
              onClick={() => setHandover('delegate')}
            >
              {t('delegate.action')}
            </Button>
            <div className={css.actions}>
              {actions.map((action, index) => (
                <Button
                  key={action.name}
                  variant={actionVariant(action, index === actions.length - 1)}
                  disabled={!allowed}
                  loading={complete.isPending && complete.variables.action === action.name}
                  onClick={() => act(action)}
                >
                  {words.of(action.label)}
                </Button>
              ))}
            </div>
          </footer>
        ) : null}
      </section>
      {shown.workflowInstanceId === undefined ? null : <RoutePanel task={shown} />}
      {handover === null ? null : (
        <HandoverDialog
          manner={handover}
          taskId={shown.id}
          onClose={() => setHandover(null)}
          onDone={handover === 'reassign' ? onDone : () => setHandover(null)}
        />
      )}
    </div>
  );
}
