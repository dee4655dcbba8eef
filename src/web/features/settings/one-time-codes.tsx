/** One-time codes as a second factor: whether they are on, setting them up, and switching them off with a code. */

import { useMutation } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide';
import { useState } from 'react';
import { endCodes, type SecondFactor } from '#web/api/second-factor.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CodeField } from './code-field.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import css from './settings-page.module.css';
import { useRecentSignIn } from './use-recent-sign-in.tsx';

export function OneTimeCodes({ state }: { readonly state: SecondFactor }) {
  const { t } = useTranslation('settings');
  const away = useAwayReason();
  const format = useFormat();
  const [openDialog, setOpenDialog] = useState<'on' | 'off' | null>(null);
  const recent = useRecentSignIn();
  const left = state.recoveryCodesLeft;
  return (
    <div className={css.line}>
      <div className={css.words}>
        <h3>{t('codes.title')}</h3>
        <p>{state.isOn ? t('codes.on', { count: left, number: format.count(left) }) : t('codes.off')}</p>
      </div>
      {state.isOn ? (
        <Button icon={ShieldOff} onClick={() => setOpenDialog('off')}>
          {t('codes.end')}
        </Button>
      ) : (
        <Button
          icon={ShieldCheck}
          disabledReason={away}
          loading={recent.isPending}
          onClick={() => recent.whenRecent(() => setOpenDialog('on'))}
        >
          {t('codes.begin')}
        </Button>
      )}
      {recent.dialog}
      {openDialog === 'on' ? <CodesDialog onClose={() => setOpenDialog(null)} /> : null}
      {openDialog === 'off' ? <EndDialog onClose={() => setOpenDialog(null)} /> : null}
    </div>
  );
}

function EndDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useMutation(endCodes());
  const submit = () => {
    if (code.trim() === '' || isPending) return;
    mutate(code, {
      onSuccess: () => {
        addToast({ text: t('codes.ended') });
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      size="small"
      guarded
      title={t('codes.endTitle')}
      description={t('codes.endText')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger-fill" loading={isPending}>
            {t('codes.end')}
          </Button>
        </>
      }
    >
      <CodeField value={code} onChange={setCode} refusal={error} />
    </Dialog>
  );
}
