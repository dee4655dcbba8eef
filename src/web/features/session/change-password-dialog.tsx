/** The dialog to change one's own password: the old one, and the new one twice. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { hasStatus } from '#web/api/api-error.ts';
import { changePassword } from '#web/api/people.ts';
import { runningApi } from '#web/api/start.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ProblemNote } from './problem-note.tsx';
import css from './sign-in.module.css';
import { problemOf } from './sign-in-problem.ts';

export interface ChangePasswordDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const empty = { oldPassword: '', newPassword: '', again: '' };

export function ChangePasswordDialog({ open, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation('session');
  const [values, setValues] = useState(empty);
  const [checked, setChecked] = useState(false);
  const { mutate, isPending, error, reset } = useMutation(changePassword());
  const { oldPassword, newPassword, again } = values;
  const close = (): void => {
    setValues(empty);
    setChecked(false);
    reset();
    onClose();
  };
  const wrong = hasStatus(error, 401);
  const tooWeak = hasStatus(error, 400);
  const missing = (value: string) => (checked && value === '' ? t('password.missing') : undefined);
  const submit = (): void => {
    setChecked(true);
    if (isPending || oldPassword === '' || newPassword === '' || newPassword !== again) return;
    mutate(
      { oldPassword, newPassword },
      {
        onSuccess: () => {
          runningApi().session.passwordChanged();
          addToast({ text: t('changePassword.done') });
          close();
        },
      },
    );
  };
  const field = (name: keyof typeof empty, autoComplete: string, problem: string | undefined) => (
    <TextField
      label={t(`changePassword.${name}`)}
      type="password"
      autoComplete={autoComplete}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      error={missing(values[name]) ?? problem}
    />
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('changePassword.title')}
      size="small"
      guarded
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('changePassword.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('changePassword.save')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {error === null || wrong || tooWeak ? null : <ProblemNote problem={problemOf(error)} />}
        {field('oldPassword', 'current-password', wrong ? t('changePassword.wrong') : undefined)}
        {field('newPassword', 'new-password', tooWeak ? t('changePassword.weak') : undefined)}
        {field(
          'again',
          'new-password',
          checked && again !== newPassword ? t('changePassword.differs') : undefined,
        )}
      </div>
    </Dialog>
  );
}
