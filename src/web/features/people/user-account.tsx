/** A person's account for administrators: how they sign in, and whether they are suspended. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { account, removeOneTimeCodes, removePasskeys, setSuspended } from '#web/api/accounts.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { Facts, PaneSection } from '#web/frame/pane.tsx';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import css from './user-account.module.css';

export interface UserAccountProps {
  readonly id: string;
  readonly name: string;
  /** The administrator's own account, which cannot be suspended. */
  readonly own: boolean;
}

type Question = 'suspend' | 'codes' | 'passkeys';

export function UserAccount({ id, name, own }: UserAccountProps) {
  const { t } = useTranslation('people');
  const format = useFormat();
  const { data, error, refetch } = useQuery(account(id));
  const [question, setQuestion] = useState<Question | null>(null);
  const suspension = useMutation(setSuspended());
  const codes = useMutation(removeOneTimeCodes());
  const passkeys = useMutation(removePasskeys());
  if (error !== null)
    return <Note onRetry={() => void refetch()}>{t('failed', { reason: error.message })}</Note>;
  if (data === undefined || data === null) return null;
  const done = (text: string) => ({
    onSuccess: () => {
      setQuestion(null);
      addToast({ text: t(text, { name }) });
    },
  });
  const answers = {
    suspend: {
      change: suspension,
      confirm: () => suspension.mutate({ id, isSuspended: true }, done('account.suspended')),
    },
    codes: { change: codes, confirm: () => codes.mutate(id, done('account.codesRemoved')) },
    passkeys: { change: passkeys, confirm: () => passkeys.mutate(id, done('account.passkeysRemoved')) },
  };
  return (
    <PaneSection title={t('account.title')}>
      <Facts
        facts={[
          [t('account.state'), data.isSuspended ? t('account.isSuspended') : t('account.isOpen')],
          [t('account.codes'), data.hasOneTimeCodes ? t('account.on') : t('account.off')],
          [t('account.passkeys'), format.count(data.passkeys)],
        ]}
      />
      <div className={css.actions}>
        {data.isSuspended ? (
          <Button
            size="small"
            loading={suspension.isPending}
            onClick={() => suspension.mutate({ id, isSuspended: false }, done('account.reinstated'))}
          >
            {t('account.reinstate')}
          </Button>
        ) : own ? null : (
          <Button size="small" onClick={() => setQuestion('suspend')}>
            {t('account.suspend')}
          </Button>
        )}
        {data.hasOneTimeCodes ? (
          <Button size="small" onClick={() => setQuestion('codes')}>
            {t('account.removeCodes')}
          </Button>
        ) : null}
        {data.passkeys > 0 ? (
          <Button size="small" onClick={() => setQuestion('passkeys')}>
            {t('account.removePasskeys')}
          </Button>
        ) : null}
      </div>
      {suspension.error !== null && question === null ? <RefusalNote error={suspension.error} /> : null}
      {question === null ? null : (
        <ConfirmDialog
          title={t(`account.${question}Question.title`, { name })}
          verb={t(`account.${question}Question.verb`)}
          pending={answers[question].change.isPending}
          refusal={answers[question].change.error?.message}
          onClose={() => setQuestion(null)}
          onConfirm={answers[question].confirm}
        >
          {t(`account.${question}Question.text`)}
        </ConfirmDialog>
      )}
    </PaneSection>
  );
}
