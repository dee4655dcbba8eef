// One task that waits: what is asked, the fields it needs, and a button for each way on.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeTask } from '#web/api/tasks.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { ValueField } from '#web/forms/value-field.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import type { TaskEntity } from '#wire/activity.ts';
import type { Json } from '#wire/json.ts';
import css from './panel-lists.module.css';
import { taskFields } from './task-fields.ts';

const noErrors = new Map<string, readonly string[]>();

export function TaskForm({ task }: { readonly task: TaskEntity }) {
  const { t } = useTranslation('document');
  const labelOf = useFieldLabel();
  const format = useFormat();
  const [values, setValues] = useState<Readonly<Record<string, Json>>>({});
  const [comment, setComment] = useState('');
  const complete = useMutation(completeTask());
  const directive = task.directive ?? task.name;
  return (
    <section className={css.form} aria-label={t('workflow.task')}>
      <h2 className={css.heading}>{t(`workflow.directive.${directive}`, { defaultValue: directive })}</h2>
      {task.dueDate === null ? null : (
        <span className={css.quiet}>{t('workflow.due', { date: format.day(new Date(task.dueDate)) })}</span>
      )}
      {taskFields(task.variables).map((field) => (
        <ValueField
          key={field.name}
          field={field}
          path={field.name}
          label={t(`workflow.variable.${field.name}`, { defaultValue: labelOf(field.name) })}
          value={values[field.name] ?? task.variables[field.name]}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
          errors={noErrors}
        />
      ))}
      <TextArea label={t('workflow.comment')} value={comment} onChange={setComment} />
      {complete.error === null ? null : <Note kind="bad">{complete.error.message}</Note>}
      <div className={css.buttons}>
        {task.taskInfo?.taskActions.map(({ name, label }) => (
          <Button
            key={name}
            loading={complete.isPending && complete.variables.action === name}
            onClick={() =>
              complete.mutate({
                taskId: task.id,
                action: name,
                comment: comment === '' ? undefined : comment,
                variables: values,
              })
            }
          >
            {t(`workflow.action.${name}`, { defaultValue: label })}
          </Button>
        ))}
      </div>
    </section>
  );
}
