/** The reader's passkeys: add one on this device, rename, remove. */

import { useMutation } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide';
import { useState } from 'react';
import { beginPasskey, type Passkey, type Passkeys, removePasskey } from '#web/api/passkeys.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import type { JsonObject } from '#wire/json.ts';
import { makePasskey, mayMakePasskey } from './make-passkey.ts';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import css from './settings-page.module.css';
import { useRecentSignIn } from './use-recent-sign-in.tsx';

interface Made {
  readonly handle: string;
  readonly response: JsonObject;
}

export function PasskeySettings({ known }: { readonly known: Passkeys }) {
  const { t } = useTranslation('settings');
  const away = useAwayReason();
  const [made, setMade] = useState<Made | null>(null);
  const recent = useRecentSignIn();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (): Promise<Made | undefined> => {
      const { options, handle } = await beginPasskey();
      const response = await makePasskey(options);
      return response && { handle, response };
    },
    onSuccess: (result) => setMade(result ?? null),
  });
  return (
    <>
      <div className={css.line}>
        <div className={css.words}>
          <h3>{t('passkeys.title')}</h3>
          <p>{t('passkeys.text')}</p>
        </div>
        {known.isOffered && mayMakePasskey(known.domain) ? (
          <Button
            icon={Plus}
            disabledReason={away}
            loading={isPending || recent.isPending}
            onClick={() => recent.whenRecent(mutate)}
          >
            {t('passkeys.add')}
          </Button>
        ) : (
          <p>{t('passkeys.notHere')}</p>
        )}
      </div>
      {error === null ? null : <Note kind="bad">{t('passkeys.failed', { reason: error.message })}</Note>}
      <ul className={css.list} aria-label={t('passkeys.title')}>
        {known.passkeys.map((passkey) => (
          <OnePasskey key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {recent.dialog}
      {made === null ? null : <PasskeyNameDialog made={made} onClose={() => setMade(null)} />}
    </>
  );
}

function OnePasskey({ passkey }: { readonly passkey: Passkey }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove' | null>(null);
  const removal = useMutation(removePasskey());
  const { name, made, lastUsed } = passkey;
  const close = () => setOpenDialog(null);
  return (
    <li className={css.line}>
      <Icon icon={Fingerprint} size={18} />
      <div className={css.words}>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p>
          <span>{t('signIns.made', { date: format.date(new Date(made)) })}</span>{' '}
          {lastUsed === null ? null : (
            <span>{t('signIns.used', { date: format.relative(new Date(lastUsed)) })}</span>
          )}
        </p>
      </div>
      <Button
        variant="quiet"
        aria-label={t('passkeys.renameOf', { name })}
        onClick={() => setOpenDialog('rename')}
      >
        {t('passkeys.rename')}
      </Button>
      <Button
        variant="quiet"
        aria-label={t('passkeys.removeOf', { name })}
        onClick={() => setOpenDialog('remove')}
      >
        {t('passkeys.remove')}
      </Button>
      {openDialog === 'rename' ? <PasskeyNameDialog passkey={passkey} onClose={close} /> : null}
      {openDialog === 'remove' ? (
        <ConfirmDialog
          title={t('passkeys.removeTitle', { name })}
          verb={t('passkeys.remove')}
          pending={removal.isPending}
          refusal={removal.error?.message}
          onClose={close}
          onConfirm={() =>
            removal.mutate(passkey.id, {
              onSuccess: () => addToast({ text: t('passkeys.removed', { name }) }),
            })
          }
        >
          {t('passkeys.removeText')}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
