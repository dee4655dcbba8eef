/**
 * Sets up one-time codes: a QR code for the authenticator app, a first code, and recovery codes, which are shown only once.
 */
import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide';
import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { beginCodes, confirmCodes } from '#web/api/second-factor.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CodeField } from './code-field.tsx';
import css from './codes-dialog.module.css';

export function CodesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [code, setCode] = useState('');
  const { mutate: begin, data: begun, error: failure } = useMutation(beginCodes());
  const { mutate: confirm, data: recovery, error: refusal, isPending } = useMutation(confirmCodes());
  useEffect(() => begin(), [begin]);
  if (recovery !== undefined) return <RecoveryDialog codes={recovery} onClose={onClose} />;
  const submit = () => {
    if (code.trim() !== '' && !isPending) confirm(code);
  };
  return (
    <Dialog
      open
      size="small"
      guarded
      title={t('codes.beginTitle')}
      description={t('codes.beginText')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" disabled={begun === undefined} loading={isPending}>
            {t('codes.confirm')}
          </Button>
        </>
      }
    >
      <div className={css.steps}>
        {failure === null ? null : <RefusalNote error={failure} />}
        {begun === undefined ? (
          <Skeleton width={180} height={180} />
        ) : (
          <>
            <Dots text={begun.address} label={t('codes.picture')} />
            <p>
              {t('codes.secret')} <code className={css.secret}>{begun.secret}</code>
            </p>
          </>
        )}
        <CodeField value={code} onChange={setCode} refusal={refusal} />
      </div>
    </Dialog>
  );
}

/** Drawn in the browser, so that its secret is sent to nobody. */
function Dots({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={css.dots} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}

function RecoveryDialog({ codes, onClose }: { readonly codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    addToast({ text: t('codes.copied') });
  };
  return (
    <Dialog
      open
      size="small"
      guarded
      title={t('codes.recoveryTitle')}
      description={t('codes.recoveryText')}
      onClose={onClose}
      footer={
        <>
          {/* On plain http to another machine browsers have no clipboard access. */}
          {globalThis.isSecureContext ? (
            <Button icon={Copy} onClick={() => void copy()}>
              {t('codes.copy')}
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            {t('codes.kept')}
          </Button>
        </>
      }
    >
      <ul className={css.recovery}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
