/** Gives a task to others: a reassigned task is no longer one's own; a delegated one is both people's. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { delegateTask, reassignTask } from '#web/api/tasks.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { PrincipalPicker } from '#web/forms/principal-picker.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

export interface HandoverDialogProps {
  readonly manner: 'reassign' | 'delegate';
  readonly taskId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function HandoverDialog({ manner, taskId, onClose, onDone }: HandoverDialogProps) {
  const { t } = useTranslation('tasks');
  const [actors, setActors] = useState<readonly string[]>([]);
  const [comment, setComment] = useState('');
  const [checked, setChecked] = useState(false);
  const { mutate, isPending, error } = useMutation(manner === 'reassign' ? reassignTask() : delegateTask());
  const submit = () => {
    setChecked(true);
    if (actors.length === 0 || isPending) return;
    mutate(
      { taskId, actors, comment: comment.trim() === '' ? undefined : comment.trim() },
      {
        onSuccess: () => {
          addToast({ text: t(`${manner}.done`) });
          onDone();
        },
      },
    );
  };
  return (
    <Dialog
      open
      guarded
      title={t(`${manner}.title`)}
      description={t(`${manner}.text`)}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t(`${manner}.verb`)}
          </Button>
        </>
      }
    >
      {error === null ? null : <RefusalNote error={error} isForm />}
      <PrincipalPicker
        label={t('to')}
        multiple
        prefixed
        required
        value={actors}
        error={checked && actors.length === 0 ? t('nobodyChosen') : undefined}
        onChange={setActors}
      />
      <TextArea label={t('comment')} value={comment} onChange={setComment} />
    </Dialog>
  );
}
