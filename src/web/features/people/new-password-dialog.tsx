/** Sets a new password for another person; for people who may edit others. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { hasStatus } from '#web/api/api-error.ts';
import { updateUser } from '#web/api/people.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

export interface NewPasswordDialogProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function NewPasswordDialog({ id, name, onClose }: NewPasswordDialogProps) {
  const { t } = useTranslation('people');
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation(updateUser());
  const problem = error === null ? undefined : hasStatus(error, 400) ? t('password.weak') : error.message;
  const submit = () => {
    if (password === '' || isPending) return;
    mutate(
      { id, properties: { password } },
      {
        onSuccess: () => {
          addToast({ text: t('password.done', { name }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      size="small"
      guarded
      title={t('password.reset')}
      description={t('password.text', { name })}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('password.new')}
        type="password"
        autoComplete="new-password"
        required
        value={password}
        error={problem}
        onChange={setPassword}
      />
    </Dialog>
  );
}
