// The workflows of a document: start one, see which are running and who has a task. Tasks have a page of their own.

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { cancelWorkflow, documentTasks, documentWorkflows } from '#web/api/tasks.ts';
import { FailureNote } from '#web/documents/failure-note.tsx';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { PersonName } from '#web/forms/person-name.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { TaskEntity } from '#wire/activity.ts';
import { mayStartWorkflow } from './may-start-workflow.ts';
import css from './panel-lists.module.css';
import { principalOf } from './principal-of.ts';
import { StartWorkflowDialog } from './start-workflow-dialog.tsx';

export function WorkflowPanel({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const { uid } = document;
  const [starting, setStarting] = useState(false);
  const workflows = useQuery(documentWorkflows(uid));
  const tasks = useQuery(documentTasks(uid));
  const cancel = useMutation(cancelWorkflow());
  const error = workflows.error ?? tasks.error;
  const running = (workflows.data ?? []).filter(({ state }) => state === 'running' || state === 'ready');
  return (
    <div className={css.panel}>
      {error === null ? null : (
        <FailureNote
          error={error}
          onRetry={() => {
            void workflows.refetch();
            void tasks.refetch();
          }}
        />
      )}
      {workflows.isPending ? <Skeleton width="70%" /> : null}
      {tasks.data?.map((task) => (
        <WaitingTask key={task.id} task={task} />
      ))}
      {running.map(({ id, title, name, workflowModelName, initiator }) => (
        <div key={id ?? name} className={css.item}>
          <span className={css.body}>
            <b>{t(`workflow.model.${workflowModelName}`, { defaultValue: title === '' ? name : title })}</b>
            <span className={css.row}>
              <span className={css.quiet}>{t('workflow.startedBy')}</span>
              <PersonName id={principalOf(initiator)} />
            </span>
          </span>
          <Button
            size="small"
            variant="quiet"
            loading={cancel.isPending && cancel.variables === id}
            onClick={() =>
              id !== null &&
              cancel.mutate(id, { onError: (cause) => void addToast({ kind: 'bad', text: cause.message }) })
            }
          >
            {t('workflow.cancel')}
          </Button>
        </div>
      ))}
      {workflows.isSuccess && running.length === 0 ? (
        <>
          <p className={css.empty}>{t('workflow.none')}</p>
          {mayStartWorkflow(document) ? (
            <div>
              <Button onClick={() => setStarting(true)}>{t('startWorkflow')}</Button>
            </div>
          ) : null}
        </>
      ) : null}
      {starting ? <StartWorkflowDialog documents={[document]} onClose={() => setStarting(false)} /> : null}
    </div>
  );
}

function WaitingTask({ task }: { readonly task: TaskEntity }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const { id, actors, dueDate } = task;
  return (
    <section className={css.item} aria-label={t('workflow.task')}>
      <span className={css.body}>
        <span className={css.row}>
          <span className={css.quiet}>{t('workflow.waitsFor')}</span>
          {actors.map((actor) => {
            const name = principalOf(actor);
            return <PersonName key={name} id={name} />;
          })}
        </span>
        {dueDate === null ? null : (
          <span className={css.quiet}>{t('workflow.due', { date: format.day(new Date(dueDate)) })}</span>
        )}
      </span>
      <Link className={buttonClass({ size: 'small' })} to={paths.tasks.href(id)}>
        {t('workflow.open')}
      </Link>
    </section>
  );
}
