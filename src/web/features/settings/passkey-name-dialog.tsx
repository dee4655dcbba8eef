/** Asks for the name of a passkey, when it has just been made or is renamed. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, type Passkey, renamePasskey } from '#web/api/passkeys.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { JsonObject } from '#wire/json.ts';

export interface PasskeyNameDialogProps {
  /** The new passkey, as the browser gave it. */
  readonly made?: { readonly handle: string; readonly response: JsonObject };
  /** The passkey to rename. */
  readonly passkey?: Passkey;
  readonly onClose: () => void;
}

export function PasskeyNameDialog({ made, passkey, onClose }: PasskeyNameDialogProps) {
  const { t } = useTranslation('settings');
  const [name, setName] = useState(passkey?.name ?? t('passkeys.defaultName'));
  const add = useMutation(addPasskey());
  const rename = useMutation(renamePasskey());
  const error = add.error ?? rename.error;
  const submit = () => {
    const done = {
      onSuccess: () => {
        addToast({ text: t('passkeys.saved', { name }) });
        onClose();
      },
    };
    if (name.trim() === '' || add.isPending || rename.isPending) return;
    if (made !== undefined) add.mutate({ ...made, name }, done);
    else if (passkey !== undefined) rename.mutate({ id: passkey.id, name }, done);
  };
  return (
    <Dialog
      open
      size="small"
      guarded
      title={t('passkeys.nameTitle')}
      description={t('passkeys.nameText')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={add.isPending || rename.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('passkeys.name')}
        required
        maxLength={100}
        value={name}
        onChange={setName}
        error={error?.message}
      />
    </Dialog>
  );
}
