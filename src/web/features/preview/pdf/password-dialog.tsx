// Asks for the password of a locked PDF; it is kept only in this tab's memory.
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from '../preview.module.css';

export interface PasswordDialogProps {
  readonly name: string;
  readonly wrong: boolean;
  readonly onAnswer: (password: string) => void;
}

export function PasswordDialog({ name, wrong, onAnswer }: PasswordDialogProps) {
  const { t } = useTranslation('preview');
  const [open, setOpen] = useState(true);
  const [password, setPassword] = useState('');
  return (
    <div className={css.none}>
      <p>{t('password.locked')}</p>
      <Button onClick={() => setOpen(true)}>{t('password.open')}</Button>
      <Dialog
        open={open}
        size="small"
        title={t('password.title')}
        description={name}
        onClose={() => setOpen(false)}
        onSubmit={() => onAnswer(password)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
            <Button variant="primary" type="submit">
              {t('password.open')}
            </Button>
          </>
        }
      >
        <TextField
          type="password"
          autoComplete="off"
          label={t('password.label')}
          value={password}
          error={wrong ? t('password.wrong') : undefined}
          onChange={setPassword}
        />
      </Dialog>
    </div>
  );
}
