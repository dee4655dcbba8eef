/** The browsers, devices and applications that are signed in as the reader; each can be signed out, or all at once. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide';
import { useState } from 'react';
import { useHref } from 'react-router-dom';
import { applicationName } from '#web/api/sign-in.ts';
import { endSignIn, type SignIn, signIns, signOutEverywhere } from '#web/api/sign-ins.ts';
import { runningApi } from '#web/api/start.ts';
import { askBeforeLeaving } from '#web/documents/waiting/ask-before-leaving.ts';
import { brand } from '#web/frame/brand.ts';
import { cleanUpBeforeLeaving, forgetUnsaved } from '#web/frame/leaving.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import css from './settings-page.module.css';
import { useRecentSignIn } from './use-recent-sign-in.tsx';

export function SignIns() {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = useQuery(signIns());
  const [leaving, setLeaving] = useState(false);
  const recent = useRecentSignIn();
  return (
    <>
      {error === null ? null : (
        <Note kind="bad" onRetry={() => void refetch()}>
          {t('failed', { reason: error.message })}
        </Note>
      )}
      {data === undefined && error === null ? <Skeleton width="70%" /> : null}
      <ul className={css.list}>
        {data?.map((one) => (
          <OneSignIn key={one.address} signIn={one} />
        ))}
      </ul>
      <div className={css.line}>
        <p className={css.words}>{t('everywhere.hint')}</p>
        <Button
          variant="danger"
          icon={LogOut}
          loading={recent.isPending}
          onClick={() => recent.whenRecent(() => setLeaving(true))}
        >
          {t('everywhere.action')}
        </Button>
      </div>
      {recent.dialog}
      {leaving ? <EverywhereDialog known={data ?? []} onClose={() => setLeaving(false)} /> : null}
    </>
  );
}

function OneSignIn({ signIn }: { readonly signIn: SignIn }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error } = useMutation(endSignIn());
  const { detail, made, used, ends, isCurrent } = signIn;
  // The server knows this app by the product's name, not by its brand.
  const name = signIn.name === applicationName ? brand().name : signIn.name;
  const full = detail === undefined ? name : t('signIns.on', { name, detail });
  return (
    <li className={css.line}>
      <Icon icon={MonitorSmartphone} size={18} />
      <div className={css.words}>
        <h3>
          <bdi>{full}</bdi>
        </h3>
        <p>
          {made === undefined ? null : <span>{t('signIns.made', { date: format.date(made) })}</span>}{' '}
          <span>
            {used === undefined ? t('signIns.unused') : t('signIns.used', { date: format.relative(used) })}
          </span>{' '}
          {ends === undefined || isCurrent ? null : (
            <span>{t('signIns.ends', { date: format.date(ends) })}</span>
          )}
        </p>
      </div>
      {isCurrent ? (
        <Chip>{t('signIns.current')}</Chip>
      ) : (
        <Button
          variant="quiet"
          aria-label={t('signIns.endOf', { name: full })}
          onClick={() => setIsOpen(true)}
        >
          {t('signIns.end')}
        </Button>
      )}
      {isOpen ? (
        <ConfirmDialog
          title={t('signIns.endTitle', { name: full })}
          verb={t('signIns.end')}
          pending={isPending}
          refusal={error?.message}
          onClose={() => setIsOpen(false)}
          onConfirm={() =>
            mutate(signIn, {
              onSuccess: () => addToast({ text: t('signIns.ended', { name: full }) }),
            })
          }
        >
          {t('signIns.endText')}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

interface EverywhereProps {
  readonly known: readonly SignIn[];
  readonly onClose: () => void;
}

function EverywhereDialog({ known, onClose }: EverywhereProps) {
  const { t } = useTranslation('settings');
  const login = useHref(paths.login.href());
  const { mutate, isPending, error } = useMutation(signOutEverywhere());
  const leave = async (): Promise<void> => {
    await cleanUpBeforeLeaving();
    forgetUnsaved();
    runningApi().session.signOut();
    // Loads the page anew, so that nothing of the old session stays in memory.
    location.assign(login);
  };
  return (
    <ConfirmDialog
      title={t('everywhere.title')}
      verb={t('everywhere.action')}
      pending={isPending}
      refusal={error?.message}
      onClose={onClose}
      onConfirm={() => void askBeforeLeaving(() => mutate(known, { onSuccess: () => void leave() }))}
    >
      {t('everywhere.text')}
    </ConfirmDialog>
  );
}
