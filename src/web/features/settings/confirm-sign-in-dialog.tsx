/**
 * Asks people to confirm who they are: by their password, else by a one-time code; or by a passkey. People without any of
 * these must sign in again.
 */
import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide';
import { useState } from 'react';
import { hasStatus } from '#web/api/api-error.ts';
import { confirmSignIn, passkeyOptions } from '#web/api/recent-sign-in.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { bringPasskey } from './make-passkey.ts';

export interface ConfirmSignInDialogProps {
  readonly ways: readonly string[];
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

export function ConfirmSignInDialog({ ways, onConfirmed, onClose }: ConfirmSignInDialogProps) {
  const { t } = useTranslation('settings');
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useMutation(confirmSignIn());
  const passkey = useMutation({
    mutationFn: async () => bringPasskey(await passkeyOptions()),
    onSuccess: (response) => {
      if (response !== undefined) mutate({ passkey: response }, { onSuccess: onConfirmed });
    },
  });
  const field = ['password', 'code'].find((way) => ways.includes(way));
  const hasPasskey = ways.includes('passkey');
  const submit = () => {
    if (field === undefined || text === '' || isPending) return;
    mutate(field === 'password' ? { password: text } : { code: text }, { onSuccess: onConfirmed });
  };
  const wrong = hasStatus(error, 403) ? t('confirm.wrong') : error?.message;
  const refusal = hasStatus(error, 429) ? t('confirm.tooMany') : wrong;
  return (
    <Dialog
      open
      size="small"
      title={t('confirm.title')}
      description={field === undefined && !hasPasskey ? t('confirm.elsewhere') : t('confirm.text')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {hasPasskey ? (
            <Button icon={Fingerprint} loading={passkey.isPending} onClick={() => passkey.mutate()}>
              {t('confirm.passkey')}
            </Button>
          ) : null}
          {field === undefined ? null : (
            <Button type="submit" variant="primary" loading={isPending}>
              {t('confirm.verb')}
            </Button>
          )}
        </>
      }
    >
      {passkey.error === null ? null : <RefusalNote error={passkey.error} />}
      {field === undefined && refusal !== undefined ? <Note kind="bad">{refusal}</Note> : null}
      {field === 'password' ? (
        <TextField
          label={t('password.title')}
          type="password"
          autoComplete="current-password"
          required
          value={text}
          onChange={setText}
          error={refusal}
        />
      ) : null}
      {field === 'code' ? <CodeField value={text} onChange={setText} refusal={error} /> : null}
    </Dialog>
  );
}
