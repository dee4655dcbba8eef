/**
 * The band shown while the server cannot be reached: the age of the page, the changes kept, the time of the next try, and a
 * button to try now. Also shown if changes are waiting although the server answers, because a proxy answers for it or
 * because a person must decide something.
 */

import { CloudUpload, WifiOff } from 'lucide';
import { useEffect, useState } from 'react';
import { runningApi } from '#web/api/start.ts';
import { useConnection } from '#web/api/use-connection.ts';
import { useWaiting, useWaitingInPage } from '#web/documents/waiting/use-waiting.ts';
import { WaitingParts } from '#web/documents/waiting/waiting-parts.tsx';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useLeaveGuard } from '#web/frame/use-leave-guard.ts';
import { openWaiting } from '#web/frame/waiting-dialog.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Band } from './band.tsx';

const shortMs = 1_500;

export function ConnectionBand() {
  const state = useConnection();
  return (
    <>
      {state.status === 'connected' ? <WaitingBand /> : <LostBand since={state.since} at={state.nextTryAt} />}
      <WaitingParts />
    </>
  );
}

function LostBand({ since, at }: { readonly since: number; readonly at: number | null }) {
  const { t } = useTranslation('session');
  const { t: waiting } = useTranslation('waiting');
  const format = useFormat();
  const { changes } = useWaiting();
  const inPage = useWaitingInPage();
  useLeaveGuard(inPage > 0, '');
  const isShort = useShort();
  if (isShort && changes.length === 0 && inPage === 0) return null;
  return (
    <InSlot name="banner">
      <Band
        label={t('connection.label')}
        icon={WifiOff}
        aside={<NextTry at={at} />}
        action={
          changes.length === 0 ? null : (
            <Button size="small" onClick={openWaiting}>
              {waiting('show')}
            </Button>
          )
        }
        unfolded={
          <Button size="small" onClick={() => void runningApi().connection.retryNow()}>
            {t('connection.retry')}
          </Button>
        }
      >
        <b>{t('connection.lost')}</b>{' '}
        {changes.length === 0 ? null : waiting('band.waiting', { count: changes.length })}{' '}
        {inPage === 0 ? null : waiting('inPage', { count: inPage })}{' '}
        {t('connection.age', { time: format.time(new Date(since)) })}
      </Band>
    </InSlot>
  );
}

/** Delay the band, since one lost answer on a bad connection is no outage; unless the browser says that it is offline. */
function useShort(): boolean {
  const [isShort, setShort] = useState(() => navigator.onLine);
  useEffect(() => {
    const end = () => setShort(false);
    const timer = setTimeout(end, shortMs);
    window.addEventListener('offline', end);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('offline', end);
    };
  }, []);
  return isShort;
}

function WaitingBand() {
  const { t } = useTranslation('waiting');
  const { changes, sending } = useWaiting();
  const troubled = changes.filter(({ trouble }) => trouble !== null).length;
  // Changes that are being sent need no notice.
  if (changes.length === 0 || (sending && troubled === 0)) return null;
  return (
    <InSlot name="banner">
      <Band
        label={t('title')}
        icon={troubled > 0 ? undefined : CloudUpload}
        action={
          <Button size="small" onClick={openWaiting}>
            {t('show')}
          </Button>
        }
      >
        {troubled > 0
          ? t('band.troubled', { count: troubled })
          : t('band.waiting', { count: changes.length })}
      </Band>
    </InSlot>
  );
}

function NextTry({ at }: { readonly at: number | null }) {
  const { t } = useTranslation('session');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (at === null) return t('connection.trying');
  return t('connection.next', { count: Math.max(1, Math.ceil((at - now) / 1000)) });
}
