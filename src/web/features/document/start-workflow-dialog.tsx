// The choice of the workflow to start on these documents. Its first task asks for people and dates if it needs them.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startWorkflow, workflowModels } from '#web/api/tasks.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';

export interface StartWorkflowDialogProps {
  readonly documents: readonly { readonly uid: string; readonly title: string }[];
  readonly onClose: () => void;
  readonly onStarted?: (() => void) | undefined;
}

export function StartWorkflowDialog({ documents, onClose, onStarted }: StartWorkflowDialogProps) {
  const { t } = useTranslation('document');
  const models = useQuery(workflowModels());
  const [chosen, setChosen] = useState('');
  const start = useMutation(startWorkflow());
  const model = chosen === '' ? (models.data?.[0]?.workflowModelName ?? '') : chosen;
  const error = models.error ?? start.error;
  const run = () =>
    start.mutate(
      { model, uids: documents.map(({ uid }) => uid) },
      {
        onSuccess: () => {
          addToast({ text: t('workflow.started') });
          onClose();
          onStarted?.();
        },
      },
    );
  return (
    <Dialog
      open
      size="small"
      title={t('startWorkflow')}
      description={t('workflow.on', { count: documents.length, title: documents[0]?.title ?? '' })}
      onClose={onClose}
      onSubmit={run}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            disabled={model === ''}
            loading={start.isPending}
            loadingText={t('workflow.starting')}
          >
            {t('startWorkflow')}
          </Button>
        </>
      }
    >
      <Select
        label={t('workflow.which')}
        value={model}
        options={(models.data ?? []).map(({ workflowModelName, title }) => ({
          value: workflowModelName,
          label: t(`workflow.model.${workflowModelName}`, {
            defaultValue: title === '' ? workflowModelName : title,
          }),
        }))}
        onChange={setChosen}
      />
      {error === null ? null : <RefusalNote error={error} isForm />}
    </Dialog>
  );
}
