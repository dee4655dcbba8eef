/**
 * Decides several tasks of one kind: one form and one comment for all, then a list of what was done and what was refused.
 */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { isConflict } from '#web/api/api-error.ts';
import { completeTasks, type ManyCompleted } from '#web/api/tasks.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import type { TaskActionEntity, TaskEntity } from '#wire/activity.ts';
import type { JsonObject } from '#wire/json.ts';
import { actionVariant } from './task-action-variant.ts';
import { TaskFields } from './task-fields.tsx';
import { actionsOf } from './task-filter.ts';
import { fieldsOfTask, missingFields } from './task-form.ts';
import { targetTitle } from './task-target.ts';
import { useTaskWords } from './task-words.ts';
import css from './tasks-page.module.css';

export interface DecideDialogProps {
  /** At least one, all of one kind. */
  readonly tasks: readonly [TaskEntity, ...TaskEntity[]];
  readonly login: string;
  /** Called with the ids of the tasks that are now decided. */
  readonly onDecided: (done: readonly string[]) => void;
  readonly onClose: () => void;
}

export function DecideDialog({ tasks, login, onDecided, onClose }: DecideDialogProps) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const words = useTaskWords();
  const [first] = tasks;
  const [values, setValues] = useState<JsonObject>(first.variables);
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [decided, setDecided] = useState(0);
  const [report, setReport] = useState<ManyCompleted | null>(null);
  const stopping = useRef(new AbortController());
  const complete = useMutation(completeTasks());
  const fields = fieldsOfTask(first, login).filter(({ fixed }) => !fixed);
  const counts = (count: number) => ({ count, number: format.count(count) });

  const decide = (action: TaskActionEntity) => {
    const lacking = action.validate ? missingFields(fields, values) : [];
    setMissing(lacking);
    if (lacking.length > 0 || complete.isPending) return;
    const written = comment.trim() === '' ? undefined : comment.trim();
    const completions = tasks.map((task) => {
      const fields = fieldsOfTask(task, login).filter(({ fixed }) => !fixed);
      const variables = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
      return { taskId: task.id, action: action.name, comment: written, variables };
    });
    const { signal } = stopping.current;
    complete.mutate(
      { completions, signal, onProgress: setDecided },
      {
        onSuccess: (outcome) => {
          onDecided(outcome.done);
          if (outcome.done.length < tasks.length) return setReport(outcome);
          const named = { task: words.of(first.name), action: words.of(action.label) };
          addToast({ text: t('many.done', { ...counts(outcome.done.length), ...named }) });
          onClose();
        },
      },
    );
  };

  if (report !== null) return <Report tasks={tasks} report={report} onClose={onClose} />;
  const actions = actionsOf(first);
  const progress = t('many.progress', { done: format.count(decided), total: format.count(tasks.length) });
  return (
    <Dialog
      open
      guarded
      title={t('many.title', counts(tasks.length))}
      description={words.of(first.name)}
      onClose={() => (complete.isPending ? stopping.current.abort() : onClose())}
      footer={
        complete.isPending ? (
          <Button onClick={() => stopping.current.abort()}>{t('many.stop')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            {actions.map((action, index) => (
              <Button
                key={action.name}
                variant={actionVariant(action, index === actions.length - 1)}
                onClick={() => decide(action)}
              >
                {words.of(action.label)}
              </Button>
            ))}
          </>
        )
      }
    >
      <ul className={css.documents}>
        {tasks.map((task) => (
          <li key={task.id}>
            <bdi>{targetTitle(task) ?? t('noDocument')}</bdi>
          </li>
        ))}
      </ul>
      <TaskFields
        fields={fields}
        values={values}
        missing={missing}
        disabled={complete.isPending}
        onChange={(name, value) => setValues({ ...values, [name]: value })}
      />
      {complete.isPending ? (
        <>
          <ProgressBar label={t('many.doing')} share={decided / tasks.length} text={progress} />
          <p>{progress}</p>
        </>
      ) : (
        <TextArea label={t('comment')} value={comment} onChange={setComment} />
      )}
    </Dialog>
  );
}

interface ReportProps {
  readonly tasks: readonly TaskEntity[];
  readonly report: ManyCompleted;
  readonly onClose: () => void;
}

function Report({ tasks, report: { done, failed }, onClose }: ReportProps) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const left = tasks.filter(({ id }) => !done.includes(id));
  const reasonOf = (id: string) => {
    const error = failed.get(id);
    if (error === undefined) return t('many.stopped');
    return isConflict(error) ? t('endedMeanwhile') : t('refused', { reason: error.message });
  };
  return (
    <Dialog
      open
      title={t('many.left', { count: left.length, number: format.count(left.length) })}
      description={t('many.decided', { count: done.length, number: format.count(done.length) })}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('many.close')}
        </Button>
      }
    >
      <ul className={css.report}>
        {left.map((task) => (
          <li key={task.id}>
            <Link to={paths.tasks.href(task.id)} onClick={onClose}>
              <bdi>{targetTitle(task) ?? t('noDocument')}</bdi>
            </Link>
            <span dir="auto">{reasonOf(task.id)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
